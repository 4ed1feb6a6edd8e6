create trigger "audit_takes_no_delete" before delete on "audit"
begin
  select raise(abort, 'rows of audit are added, and never changed');
end;

create trigger "audit_takes_no_insert" before insert on "audit"
  when exists (select 1 from "audit" where "id" = new."id"
    or "rowid" = new."rowid")
begin
  select raise(abort, 'rows of audit are added, and never changed');
end;

create trigger "audit_takes_no_update" before update on "audit"
  when not (exists (select 1 from "audit_forgetting")
    and new."id" = old."id"
    and new."at" = old."at"
    and new."action" = old."action"
    and (new."actor_id" = old."actor_id" or new."actor_id" in (''))
    and (new."actor_name" = old."actor_name" or new."actor_name" in ('an erased account'))
    and (new."subject" = old."subject" or new."subject" in (''))
    and (new."detail" = old."detail" or new."detail" in (''))
    and (new."address" = old."address" or new."address" in ('')))
begin
  select raise(abort, 'rows of audit are added, and never changed');
end;

create trigger "entry_takes_no_update" before update on "entry"
begin
  select raise(abort, 'rows of entry are added, and never changed');
end;

create trigger "entry_takes_no_delete" before delete on "entry"
begin
  select raise(abort, 'rows of entry are added, and never changed');
end;

create trigger "entry_takes_no_insert" before insert on "entry"
  when exists (select 1 from "entry" where "id" = new."id"
    or "rowid" = new."rowid"
    or "kind" = new."kind" and "square_id" = new."square_id"
    or "corrects" = new."corrects")
begin
  select raise(abort, 'rows of entry are added, and never changed');
end;

create trigger "show_insert_followed" after insert on "show"
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  insert into row_change (of_table, row_id, counted) values
    ('show', new."id", (select value from revision where name = 'table row_change'))
    on conflict (of_table, row_id) do update set counted = excluded.counted;
end;

create trigger "show_update_followed" after update on "show"
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  insert into row_change (of_table, row_id, counted) values
    ('show', old."id", (select value from revision where name = 'table row_change')),
    ('show', new."id", (select value from revision where name = 'table row_change'))
    on conflict (of_table, row_id) do update set counted = excluded.counted;
end;

create trigger "show_delete_followed" after delete on "show"
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  insert into row_change (of_table, row_id, counted) values
    ('show', old."id", (select value from revision where name = 'table row_change'))
    on conflict (of_table, row_id) do update set counted = excluded.counted;
end;

create trigger "person_insert_followed" after insert on "person"
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  insert into row_change (of_table, row_id, counted) values
    ('person', new."id", (select value from revision where name = 'table row_change'))
    on conflict (of_table, row_id) do update set counted = excluded.counted;
end;

create trigger "person_update_followed" after update on "person"
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  insert into row_change (of_table, row_id, counted) values
    ('person', old."id", (select value from revision where name = 'table row_change')),
    ('person', new."id", (select value from revision where name = 'table row_change'))
    on conflict (of_table, row_id) do update set counted = excluded.counted;
end;

create trigger "person_delete_followed" after delete on "person"
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  insert into row_change (of_table, row_id, counted) values
    ('person', old."id", (select value from revision where name = 'table row_change'))
    on conflict (of_table, row_id) do update set counted = excluded.counted;
end;

create trigger "credit_insert_followed" after insert on "credit"
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  insert into row_change (of_table, row_id, counted) values
    ('show', new."show_id", (select value from revision where name = 'table row_change')),
    ('person', new."person_id", (select value from revision where name = 'table row_change'))
    on conflict (of_table, row_id) do update set counted = excluded.counted;
end;

create trigger "credit_update_followed" after update on "credit"
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  insert into row_change (of_table, row_id, counted) values
    ('show', old."show_id", (select value from revision where name = 'table row_change')),
    ('person', old."person_id", (select value from revision where name = 'table row_change')),
    ('show', new."show_id", (select value from revision where name = 'table row_change')),
    ('person', new."person_id", (select value from revision where name = 'table row_change'))
    on conflict (of_table, row_id) do update set counted = excluded.counted;
end;

create trigger "credit_delete_followed" after delete on "credit"
begin
  insert into revision (name, value) values ('table row_change', 1)
    on conflict (name) do update set value = revision.value + 1;
  insert into row_change (of_table, row_id, counted) values
    ('show', old."show_id", (select value from revision where name = 'table row_change')),
    ('person', old."person_id", (select value from revision where name = 'table row_change'))
    on conflict (of_table, row_id) do update set counted = excluded.counted;
end;
