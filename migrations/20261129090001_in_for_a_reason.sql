-- A bird that is still out at another flight goes in for a reason: it came home unread.
alter table basketing_events
  drop constraint basketing_events_check2,
  add constraint reason_of_act check (case kind when 'hold' then reason is not null when 'in' then true else reason is null end);
