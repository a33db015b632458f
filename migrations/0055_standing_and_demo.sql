-- Who is admin: nobody but the owner of the tables makes one without an admin who answers for it. The role that serves
-- may not write these columns; it calls this function, which writes the change down in the same statement.
create function change_standing(changed_by bigint, about bigint, admin boolean, names text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare was users;
begin
  select * into was from users where id = about for no key update;
  if not found then raise exception 'there is no person %', about using errcode = 'no_data_found'; end if;
  -- By the program itself: commands on the machine, which enter as the owner.
  if changed_by is null and not pg_has_role(session_user, current_user, 'usage')
    -- By a person: an admin, or whoever gives up what they have.
    or changed_by is not null and not exists (select from users where id = changed_by and is_admin)
      and not (changed_by = about and not admin and names = '{}') then
    raise exception 'only an admin may change what a person is here' using errcode = 'insufficient_privilege';
  end if;
  update users set is_admin = admin, roles = names where id = about;
  insert into audit_log (user_id, action, about_user_id, before, after)
  values (changed_by, 'standing.change', about,
    jsonb_build_object('is_admin', was.is_admin, 'roles', to_jsonb(was.roles)),
    jsonb_build_object('is_admin', admin, 'roles', to_jsonb(names)));
end $$;
revoke execute on function change_standing(bigint, bigint, boolean, text[]) from public;

-- A database in which the demo entered its people, whose password everybody can read. One row at most; only the owner
-- says that it is over (npm run demo:end).
create table demo (
  one      boolean primary key default true check (one),
  began_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
insert into demo (began_at)
select min(at) from (
  select created_at as at from users where issuer like '%/id' and subject ~ '^demo-(admin|merchant|padma|agent|staff|customer)$'
  union all
  select "createdAt" from idp."user" where id ~ '^demo-(admin|merchant|padma|agent|staff|customer)$'
) people
having min(at) is not null;
