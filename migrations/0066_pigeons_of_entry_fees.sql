-- Only an entry fee brings pigeons: an activation, a bird that is sold and an add-on are for birds that the loft has (3.5).
-- What was entered otherwise is mended, unless somebody ordered pigeons with it.
alter table products disable trigger keep_sold;
update products p set pigeons_active = 0, pigeons_reserve = 0
  where product_category_id <> 1 and pigeons_active + pigeons_reserve > 0
    and not exists (select from order_positions op
      where op.loft_id = p.loft_id and op.product_id = p.id and op.pigeons_active + op.pigeons_reserve > 0);
alter table products enable trigger keep_sold;
alter table products add constraint "product_with_pigeons.pigeons_active"
  check (product_category_id = 1 or pigeons_active + pigeons_reserve = 0 or in_use);
