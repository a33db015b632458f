-- A dispute is upheld by the ruling that mended it. Answers that were given before stay as they are.
alter table dispute_answers
  add constraint upheld_by_ruling check (decision <> 'upheld' or ruling_n is not null) not valid;
