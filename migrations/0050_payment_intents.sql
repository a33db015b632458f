-- What the cards' provider calls a charge is what it is given back by: once known it is never forgotten, also not when
-- an answer from before the charge comes last.
create function keep_intent() returns trigger language plpgsql as $$
begin
  raise exception 'payment % keeps its intent', old.id using errcode = 'check_violation';
end $$;
create trigger keep_intent before update of intent on payments for each row
  when (old.intent is not null and new.intent is distinct from old.intent) execute function keep_intent();
