-- The colour of a bird's eyes, as pedigrees and auctions tell it, and whether a season shows it.

alter table pigeons add column eye_color text
  check (eye_color in ('yellow', 'orange', 'red', 'pearl', 'white', 'violet', 'bull'));

alter table seasons drop constraint seasons_hidden_known, add constraint seasons_hidden_known check (
  array_position(hidden, null) is null and hidden <@ array[
    'participants.team', 'participants.country', 'participants.fancier', 'participants.pigeonsCount',
    'fanciers.ringDescriptor', 'fanciers.color', 'fanciers.eyeColor', 'fanciers.sex', 'fanciers.pigeonName',
    'results.rank', 'results.fancier', 'results.team', 'results.country', 'results.ringDescriptor', 'results.time',
    'results.speed', 'results.pigeonName',
    'baskets.fancier', 'baskets.team', 'baskets.country', 'baskets.ringDescriptor', 'baskets.pigeonName', 'baskets.time',
    'aces.rank', 'aces.fancier', 'aces.team', 'aces.country', 'aces.ringDescriptor', 'aces.pigeonName', 'aces.speed']);

-- A season that hides the colour of its birds has not said that it would show this one.
update seasons set hidden =
    hidden[:array_position(hidden, 'fanciers.color')] || 'fanciers.eyeColor'::text || hidden[array_position(hidden, 'fanciers.color') + 1:]
  where 'fanciers.color' = any(hidden);
