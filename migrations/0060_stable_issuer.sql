-- People of the bundled provider were known under its address, `<site>/id`: another address of the site made all of them
-- strangers. From now on their issuer has a name that stays. An account that has been two people, because the address
-- changed before, goes on as the one with rights or orders, else the one that came last; the others stay as they are.
with known as (
  select u.id, u.email, row_number() over (
    partition by u.subject
    order by u.is_admin desc,
      exists (select from loft_permissions p where p.user_id = u.id) desc,
      exists (select from orders o where o.user_id = u.id) desc,
      (select max(s.created_at) from user_sessions s where s.user_id = u.id) desc nulls last,
      u.id desc
  ) as place
  from users u
  where u.issuer ~ '^https?://[^/]+/id$' and exists (select from idp."user" a where a.id = u.subject)
    and not exists (select from users s where s.issuer = 'urn:loftline:accounts' and s.subject = u.subject)
), going_on as (
  -- Of two with one address only one keeps it; the next sign-in says it again.
  select id, email, row_number() over (partition by lower(email) order by id desc) as nth
  from known where place = 1
)
update users u set issuer = 'urn:loftline:accounts', email = case when g.nth = 1 then u.email end
from going_on g where g.id = u.id;
