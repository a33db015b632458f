-- The search over the whole site finds an order by its number, whatever its season.
create index orders_by_number on orders (number);
