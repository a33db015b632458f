-- What a loft prints on every receipt of a season: its tax number, and the tax in its prices.
alter table seasons add column receipt_text text check (length(receipt_text) between 1 and 500);
