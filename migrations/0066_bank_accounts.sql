-- How a season is paid by bank transfer: whose account it is, its IBAN, and where wanted BIC and bank. Other lands say it
-- in words (payment_text).
alter table seasons
  add bank_holder text check (length(bank_holder) between 1 and 70),
  add bank_iban text check (bank_iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'),
  add bank_bic text check (bank_bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  add bank_name text check (length(bank_name) between 1 and 70),
  add constraint bank_account check ((bank_iban is null) = (bank_holder is null)
    and (bank_iban is not null or (bank_bic is null and bank_name is null)));
