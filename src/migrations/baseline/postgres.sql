-- This table replaced an earlier one, which had the plain names when its constraints were named.
alter table "seat_assignment" rename constraint "seat_assignment_ticket_id_key" to "seat_assignment_ticket_id_key1";
alter table "seat_assignment" rename constraint "seat_assignment_performance_id_fkey" to "seat_assignment_performance_id_fkey1";

create function audit_only_forgets() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "audit_forgetting")
    and new."id" = old."id"
    and new."at" = old."at"
    and new."action" = old."action"
    and (new."actor_id" = old."actor_id" or new."actor_id" in (''))
    and (new."actor_name" = old."actor_name" or new."actor_name" in ('an erased account'))
    and (new."subject" = old."subject" or new."subject" in (''))
    and (new."detail" = old."detail" or new."detail" in (''))
    and (new."address" = old."address" or new."address" in (''))
  then
    return new;
  end if;
  raise exception using message = 'rows of audit are added, and never changed', errcode = 'restrict_violation';
end
$$;

create function audit_takes_no_change() returns trigger language plpgsql as $$
begin
  raise exception using message = 'rows of audit are added, and never changed', errcode = 'restrict_violation';
end
$$;

create function credit_followed() returns trigger language plpgsql as $$
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  if tg_op <> 'INSERT' then
    insert into row_change (of_table, row_id, counted)
    select distinct told.of_table, told.row_id, (select value from revision where name = 'table row_change')
    from (select 'show' as of_table, "show_id" as row_id from "rows_before"
      union all select 'person' as of_table, "person_id" as row_id from "rows_before") as told
    on conflict (of_table, row_id) do update set counted = excluded.counted;
  end if;
  if tg_op <> 'DELETE' then
    insert into row_change (of_table, row_id, counted)
    select distinct told.of_table, told.row_id, (select value from revision where name = 'table row_change')
    from (select 'show' as of_table, "show_id" as row_id from "rows_after"
      union all select 'person' as of_table, "person_id" as row_id from "rows_after") as told
    on conflict (of_table, row_id) do update set counted = excluded.counted;
  end if;
  return null;
end
$$;

create function entry_takes_no_change() returns trigger language plpgsql as $$
begin
  raise exception using message = 'rows of entry are added, and never changed', errcode = 'restrict_violation';
end
$$;

create function person_followed() returns trigger language plpgsql as $$
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  if tg_op <> 'INSERT' then
    insert into row_change (of_table, row_id, counted)
    select distinct told.of_table, told.row_id, (select value from revision where name = 'table row_change')
    from (select 'person' as of_table, "id" as row_id from "rows_before") as told
    on conflict (of_table, row_id) do update set counted = excluded.counted;
  end if;
  if tg_op <> 'DELETE' then
    insert into row_change (of_table, row_id, counted)
    select distinct told.of_table, told.row_id, (select value from revision where name = 'table row_change')
    from (select 'person' as of_table, "id" as row_id from "rows_after") as told
    on conflict (of_table, row_id) do update set counted = excluded.counted;
  end if;
  return null;
end
$$;

create function show_followed() returns trigger language plpgsql as $$
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  if tg_op <> 'INSERT' then
    insert into row_change (of_table, row_id, counted)
    select distinct told.of_table, told.row_id, (select value from revision where name = 'table row_change')
    from (select 'show' as of_table, "id" as row_id from "rows_before") as told
    on conflict (of_table, row_id) do update set counted = excluded.counted;
  end if;
  if tg_op <> 'DELETE' then
    insert into row_change (of_table, row_id, counted)
    select distinct told.of_table, told.row_id, (select value from revision where name = 'table row_change')
    from (select 'show' as of_table, "id" as row_id from "rows_after") as told
    on conflict (of_table, row_id) do update set counted = excluded.counted;
  end if;
  return null;
end
$$;

create trigger audit_only_forgets before update on "audit"
  for each row execute function audit_only_forgets();
create trigger audit_takes_no_change before delete or truncate on "audit"
  for each statement execute function audit_takes_no_change();
create trigger credit_delete_followed after delete on "credit"
  referencing old table as rows_before for each statement execute function credit_followed();
create trigger credit_insert_followed after insert on "credit"
  referencing new table as rows_after for each statement execute function credit_followed();
create trigger credit_update_followed after update on "credit"
  referencing old table as rows_before new table as rows_after for each statement execute function credit_followed();
create trigger entry_takes_no_change before delete or update or truncate on "entry"
  for each statement execute function entry_takes_no_change();
create trigger person_delete_followed after delete on "person"
  referencing old table as rows_before for each statement execute function person_followed();
create trigger person_insert_followed after insert on "person"
  referencing new table as rows_after for each statement execute function person_followed();
create trigger person_update_followed after update on "person"
  referencing old table as rows_before new table as rows_after for each statement execute function person_followed();
create trigger show_delete_followed after delete on "show"
  referencing old table as rows_before for each statement execute function show_followed();
create trigger show_insert_followed after insert on "show"
  referencing new table as rows_after for each statement execute function show_followed();
create trigger show_update_followed after update on "show"
  referencing old table as rows_before new table as rows_after for each statement execute function show_followed();
