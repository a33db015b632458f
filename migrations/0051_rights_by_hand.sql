-- Rights that the loft gives by hand, without a sale: on no day more than the whole of a bird together (decision 25).
-- What is sold is all there is, whatever was given before, and is not counted.
create function keep_whole() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  given int;
begin
  -- Held, so that two at the same moment see each other.
  perform from pigeons where loft_id = new.loft_id and id = new.pigeon_id for no key update;
  select max(on_day.given) into given from (
    select coalesce(sum(r.share_bp), 0) as given
    from (
      select new.from_day as day
      union
      select from_day from pigeon_rights
      where loft_id = new.loft_id and pigeon_id = new.pigeon_id and order_id is null and from_day > new.from_day
        and (new.until_day is null or from_day < new.until_day)) d
    left join pigeon_rights r on r.loft_id = new.loft_id and r.pigeon_id = new.pigeon_id and r.order_id is null
      and r.from_day <= d.day and (r.until_day is null or d.day < r.until_day)
    group by d.day) on_day;
  if given + new.share_bp > 10000 then
    raise exception 'pigeon % is given away beyond the whole', new.pigeon_id
      using errcode = 'check_violation', constraint = 'shares_above_whole.share_bp',
        detail = json_build_object('left', trim_scale((10000 - given) / 100.0));
  end if;
  return new;
end $$;
create trigger keep_whole before insert on pigeon_rights
  for each row when (new.order_id is null) execute function keep_whole();
