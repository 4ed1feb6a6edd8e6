-- The tables, indexes, views and first rows of the baseline, as SQLite takes them. baseline.ts translates them for
-- PostgreSQL. The tables whose rows can be restored got their present names later than the names of their constraints.

create table "setting" (
  "name" text not null primary key,
  "value" text default '' not null,
  "version" integer default 1 not null
) strict;

create table "revision" (
  "name" text not null primary key,
  "value" integer not null
) strict;

create table "person" (
  "id" text not null primary key,
  "name" text default '' not null,
  "name_key" text default '' not null,
  "credit_style" text not null check ("credit_style" in ('as_printed', 'new_as_old', 'new_only')),
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "credit_style_by" text default 'nobody' not null check ("credit_style_by" in ('nobody', 'owner', 'admin'))
) strict;
create index "person_by_name" on "person" ("name_key", "id");

create table "user" (
  "id" text not null primary key,
  "email" text default '' not null,
  "email_key" text default '' not null unique,
  "firstname" text default '' not null,
  "lastname" text default '' not null,
  "phone_number" text default '' not null,
  "e_con_name" text default '' not null,
  "e_con_phone" text default '' not null,
  "password_hash" text default '' not null,
  "role" text not null check ("role" in ('member', 'author', 'admin')),
  "status" text not null check ("status" in ('unconfirmed', 'awaiting', 'active', 'deactivated')),
  "told_of_posts" integer default 0 not null check ("told_of_posts" in (0, 1)),
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "updated_at" text not null check ("updated_at" like '____-__-__T__:__:__.___Z'),
  "search_key" text default '' not null,
  "last_signed_in_at" text check ("last_signed_in_at" like '____-__-__T__:__:__.___Z'),
  "version" integer default 1 not null
) strict;
create index "user_by_status" on "user" ("status", "id");
create index "user_by_search_key" on "user" ("search_key", "id");

create table "show" (
  "id" text not null primary key,
  "title" text default '' not null,
  "title_key" text default '' not null,
  "subtitle" text default '' not null,
  "author" text default '' not null,
  "first_date" text not null check ("first_date" like '____-__-__'),
  "first_date_precision" text not null check ("first_date_precision" in ('day', 'month', 'year')),
  "date" text not null check ("date" like '____-__-__'),
  "date_precision" text not null check ("date_precision" in ('day', 'month', 'year')),
  "venue" text default '' not null,
  "company" text default '' not null,
  "cancelled" integer default 0 not null check ("cancelled" in (0, 1)),
  "season" text default '' not null,
  "genre" text default '' not null,
  "show_type" text default '' not null,
  "programme" text default '' not null,
  "banner" text default '' not null,
  "noda_review" text default '' not null,
  "radio_audio" text default '' not null,
  "text_blob" text default '' not null,
  "import_key" text unique,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "updated_at" text not null check ("updated_at" like '____-__-__T__:__:__.___Z'),
  "archived_at" text check ("archived_at" like '____-__-__T__:__:__.___Z'),
  "revived_by" text references "user" ("id") on delete set null,
  "version" integer default 1 not null,
  "poster_number" integer default 0 not null
) strict;
create index "show_by_date" on "show" ("date", "id");
create index "show_listed" on "show" ("date" desc, "title_key", "id") where cancelled = 0 and archived_at is null;

create table "credit" (
  "id" text not null primary key,
  "show_id" text not null references "show" ("id") on delete cascade,
  "person_id" text not null references "person" ("id"),
  "kind" text not null check ("kind" in ('cast', 'crew')),
  "role" text default '' not null,
  "ord" integer not null,
  "printed_as" text default '' not null,
  "merged_from" text references "person" ("id"),
  "set_by" text references "user" ("id") on delete set null,
  "place" integer default 0 not null
) strict;
create index "credit_by_show" on "credit" ("show_id", "ord");
create index "credit_by_person" on "credit" ("person_id", "show_id");
create index "credit_by_merged" on "credit" ("merged_from");
create index "credit_by_printed_name" on "credit" ("printed_as", "person_id") where printed_as <> '';

create table "media" (
  "id" text not null primary key,
  "kind" text not null check ("kind" in ('image', 'video', 'audio')),
  "filename" text default '' not null,
  "content_type" text default '' not null,
  "width" integer not null,
  "height" integer not null,
  "sizes" text default '[]' not null,
  "placeholder" text default '' not null,
  "alt" text default '' not null,
  "credit" text default '' not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "consent" text default '' not null,
  "file_version" integer default 1 not null,
  "version" integer default 0 not null,
  "deleted_at" text check ("deleted_at" like '____-__-__T__:__:__.___Z'),
  "artwork_of" text default '' not null
) strict;
alter table "media" rename to "media_with_deleted";
create index "media_by_age" on "media_with_deleted" ("created_at", "id");
create index "media_by_deletion" on "media_with_deleted" ("deleted_at") where "deleted_at" is not null;

create table "show_media" (
  "show_id" text not null references "show" ("id") on delete cascade,
  "media_id" text not null references "media_with_deleted" ("id") on delete cascade,
  "ord" integer not null,
  "caption" text default '' not null,
  "featured" integer default 0 not null check ("featured" in (0, 1)),
  constraint "show_media_once" primary key ("show_id", "media_id")
) strict;
create index "show_media_by_media" on "show_media" ("media_id");

create table "post" (
  "id" text not null primary key,
  "show_id" text references "show" ("id"),
  "type" text not null check ("type" in ('public', 'auditions', 'private')),
  "title" text default '' not null,
  "content" text default '' not null,
  "published_at" text not null check ("published_at" like '____-__-__T__:__:__.___Z'),
  "author" text default '' not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "updated_at" text not null check ("updated_at" like '____-__-__T__:__:__.___Z'),
  "version" integer default 1 not null,
  "changed_by" text default '' not null,
  "telling" text default 'no' not null check ("telling" in ('no', 'waiting', 'done')),
  "deleted_at" text check ("deleted_at" like '____-__-__T__:__:__.___Z'),
  "deleted_by" text default '' not null
) strict;
alter table "post" rename to "post_with_deleted";
create index "post_by_publishing" on "post_with_deleted" ("published_at", "id");
create index "post_by_show" on "post_with_deleted" ("show_id", "published_at");
create index "post_by_telling" on "post_with_deleted" ("telling", "published_at");
create index "post_by_deletion" on "post_with_deleted" ("deleted_at") where "deleted_at" is not null;

create table "file" (
  "id" text not null primary key,
  "name" text default '' not null,
  "content_type" text default '' not null,
  "bytes" integer not null,
  "storage_key" text default '' not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "show_id" text references "show" ("id") on delete cascade,
  "post_id" text references "post_with_deleted" ("id") on delete cascade,
  "member_docs" text not null check ("member_docs" in ('no', 'members', 'public')),
  "version" integer default 1 not null,
  "deleted_at" text check ("deleted_at" like '____-__-__T__:__:__.___Z'),
  "deleted_by" text default '' not null,
  "managed_with" text references "show" ("id") on delete cascade,
  "with_post" integer default 0 not null check ("with_post" in (0, 1))
) strict;
alter table "file" rename to "file_with_deleted";
create index "file_by_post" on "file_with_deleted" ("post_id");
create index "file_by_show" on "file_with_deleted" ("show_id");
create index "file_by_key" on "file_with_deleted" ("storage_key");
create index "file_by_deletion" on "file_with_deleted" ("deleted_at") where "deleted_at" is not null;

create table "blog_post" (
  "key" text not null primary key,
  "title" text default '' not null,
  "content" text default '' not null,
  "author" text default '' not null,
  "published_at" text check ("published_at" like '____-__-__T__:__:__.___Z'),
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "updated_at" text not null check ("updated_at" like '____-__-__T__:__:__.___Z'),
  "version" integer default 1 not null,
  "changed_by" text default '' not null,
  "deleted_at" text check ("deleted_at" like '____-__-__T__:__:__.___Z'),
  "deleted_by" text default '' not null
) strict;
alter table "blog_post" rename to "blog_post_with_deleted";
create index "blog_post_by_publishing" on "blog_post_with_deleted" ("published_at", "key");
create index "blog_post_by_deletion" on "blog_post_with_deleted" ("deleted_at") where "deleted_at" is not null;

create table "contact_message" (
  "id" text not null primary key,
  "name" text default '' not null,
  "contact" text default '' not null,
  "subject" text not null check ("subject" in ('Joining the group', 'Tickets', 'Group Bookings', 'Other')),
  "message" text default '' not null,
  "suspect" integer default 0 not null check ("suspect" in (0, 1)),
  "received_at" text not null check ("received_at" like '____-__-__T__:__:__.___Z'),
  "read_at" text check ("read_at" like '____-__-__T__:__:__.___Z'),
  "archived_at" text check ("archived_at" like '____-__-__T__:__:__.___Z'),
  "deleted_at" text check ("deleted_at" like '____-__-__T__:__:__.___Z'),
  "answered_at" text check ("answered_at" like '____-__-__T__:__:__.___Z'),
  "answered_by" text default '' not null
) strict;
alter table "contact_message" rename to "contact_message_with_deleted";
create index "contact_message_by_time" on "contact_message_with_deleted" ("received_at", "id");
create index "contact_message_by_deletion" on "contact_message_with_deleted" ("deleted_at") where "deleted_at" is not null;

create table "mail" (
  "id" text not null primary key,
  "idempotency_key" text default '' not null unique,
  "to" text default '' not null,
  "from_name" text default '' not null,
  "reply_to" text default '' not null,
  "subject" text default '' not null,
  "text" text default '' not null,
  "html" text default '' not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "secret_until" text check ("secret_until" like '____-__-__T__:__:__.___Z'),
  "secret" text default '' not null,
  "attached_kind" text default '' not null,
  "attached_id" text default '' not null,
  "kept" integer default 0 not null check ("kept" in (0, 1))
) strict;
create index "mail_by_time" on "mail" ("created_at", "id");

create table "review" (
  "url" text not null primary key,
  "html" text default '' not null,
  "fetched_at" text not null check ("fetched_at" like '____-__-__T__:__:__.___Z'),
  "practice" integer default 0 not null check ("practice" in (0, 1))
) strict;

create table "user_item" (
  "user_id" text not null references "user" ("id") on delete cascade,
  "item" text default '' not null,
  "allowed" integer default 0 not null check ("allowed" in (0, 1)),
  constraint "user_item_key" primary key ("user_id", "item")
) strict;

create table "user_person" (
  "user_id" text not null references "user" ("id") on delete cascade,
  "person_id" text not null unique references "person" ("id") on delete cascade,
  "linked_by" text references "user" ("id") on delete set null,
  constraint "user_person_key" primary key ("user_id", "person_id")
) strict;

create table "session" (
  "id" text not null primary key,
  "token_hash" text default '' not null unique,
  "user_id" text not null references "user" ("id") on delete cascade,
  "stage" text not null check ("stage" in ('full', 'second_factor')),
  "device" text default '' not null,
  "address" text default '' not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "last_used_at" text not null check ("last_used_at" like '____-__-__T__:__:__.___Z'),
  "expires_at" text not null check ("expires_at" like '____-__-__T__:__:__.___Z'),
  "authenticated_at" text default '' not null,
  "second_factor_at" text default '' not null
) strict;
create index "session_by_user" on "session" ("user_id", "last_used_at");
create index "session_by_end" on "session" ("expires_at");

create table "single_use_link" (
  "id" text not null primary key,
  "token_hash" text default '' not null unique,
  "purpose" text not null check ("purpose" in ('confirm', 'reset', 'invitation')),
  "user_id" text references "user" ("id") on delete cascade,
  "email" text default '' not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "expires_at" text not null check ("expires_at" like '____-__-__T__:__:__.___Z'),
  "used_at" text check ("used_at" like '____-__-__T__:__:__.___Z')
) strict;
create index "single_use_link_by_user" on "single_use_link" ("user_id", "purpose");

create table "audit" (
  "id" text not null primary key,
  "at" text not null check ("at" like '____-__-__T__:__:__.___Z'),
  "actor_id" text default '' not null,
  "actor_name" text default '' not null,
  "action" text default '' not null,
  "subject" text default '' not null,
  "detail" text default '' not null,
  "address" text default '' not null
) strict;
create index "audit_by_time" on "audit" ("at", "id");
create index "audit_by_subject" on "audit" ("subject", "at");
create index "audit_by_actor" on "audit" ("actor_name", "at", "id");
create index "audit_by_action" on "audit" ("action", "at", "id");

create table "totp" (
  "user_id" text not null unique references "user" ("id") on delete cascade,
  "secret" text default '' not null,
  "last_step" integer default 0 not null,
  "enabled_at" text check ("enabled_at" like '____-__-__T__:__:__.___Z')
) strict;

create table "recovery_code" (
  "id" text not null primary key,
  "user_id" text not null references "user" ("id") on delete cascade,
  "mark" text default '' not null unique,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "used_at" text check ("used_at" like '____-__-__T__:__:__.___Z')
) strict;
create index "recovery_code_by_user" on "recovery_code" ("user_id");

create table "passkey" (
  "id" text not null primary key,
  "user_id" text not null references "user" ("id") on delete cascade,
  "name" text default '' not null,
  "credential_id" text default '' not null unique,
  "public_key" text default '' not null,
  "counter" integer not null,
  "transports" text default '[]' not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "last_used_at" text check ("last_used_at" like '____-__-__T__:__:__.___Z')
) strict;
create index "passkey_by_user" on "passkey" ("user_id", "created_at");

create table "passkey_challenge" (
  "id" text not null primary key,
  "challenge" text default '' not null,
  "purpose" text not null check ("purpose" in ('add', 'sign_in', 'second_factor')),
  "bearer" text default '' not null,
  "name" text default '' not null,
  "expires_at" text not null check ("expires_at" like '____-__-__T__:__:__.___Z')
) strict;
create index "passkey_challenge_by_end" on "passkey_challenge" ("expires_at");

create table "wrong_code" (
  "id" text not null primary key,
  "user_id" text not null references "user" ("id") on delete cascade,
  "session_id" text default '' not null,
  "at" text not null check ("at" like '____-__-__T__:__:__.___Z')
) strict;
create index "wrong_code_by_user" on "wrong_code" ("user_id", "at");

create table "erasure" (
  "user_id" text not null unique references "user" ("id") on delete cascade,
  "shown_as" text not null check ("shown_as" in ('printed', 'initials', 'member')),
  "asked_at" text not null check ("asked_at" like '____-__-__T__:__:__.___Z'),
  "due_at" text not null check ("due_at" like '____-__-__T__:__:__.___Z'),
  "kept_shut" integer default 0 not null check ("kept_shut" in (0, 1))
) strict;
create index "erasure_by_end" on "erasure" ("due_at");

create table "calendar_feed" (
  "id" text not null primary key,
  "user_id" text not null unique references "user" ("id") on delete cascade,
  "token_hash" text default '' not null unique,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z')
) strict;

create table "feedback" (
  "id" text not null primary key,
  "user_id" text references "user" ("id") on delete set null,
  "name" text default '' not null,
  "email" text default '' not null,
  "about" text not null check ("about" in ('broken', 'lost', 'idea', 'data', 'other')),
  "message" text default '' not null,
  "wants_reply" integer default 0 not null check ("wants_reply" in (0, 1)),
  "device" text default '' not null,
  "state" text not null check ("state" in ('new', 'seen', 'done')),
  "received_at" text not null check ("received_at" like '____-__-__T__:__:__.___Z'),
  "archived_at" text check ("archived_at" like '____-__-__T__:__:__.___Z'),
  "deleted_at" text check ("deleted_at" like '____-__-__T__:__:__.___Z'),
  "answered_at" text check ("answered_at" like '____-__-__T__:__:__.___Z'),
  "answered_by" text default '' not null
) strict;
alter table "feedback" rename to "feedback_with_deleted";
create index "feedback_by_time" on "feedback_with_deleted" ("received_at", "id");
create index "feedback_by_user" on "feedback_with_deleted" ("user_id", "received_at");
create index "feedback_by_deletion" on "feedback_with_deleted" ("deleted_at") where "deleted_at" is not null;

create table "registration" (
  "id" text not null primary key,
  "token_hash" text default '' not null unique,
  "email" text default '' not null,
  "email_key" text default '' not null,
  "firstname" text default '' not null,
  "lastname" text default '' not null,
  "password_hash" text default '' not null,
  "invitation_id" text default '' not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "expires_at" text not null check ("expires_at" like '____-__-__T__:__:__.___Z'),
  "used_at" text check ("used_at" like '____-__-__T__:__:__.___Z')
) strict;
create index "registration_by_email" on "registration" ("email_key");

create table "invitation" (
  "id" text not null primary key,
  "token_hash" text default '' not null unique,
  "email" text default '' not null,
  "email_key" text default '' not null,
  "firstname" text default '' not null,
  "lastname" text default '' not null,
  "role" text not null check ("role" in ('member', 'author', 'admin')),
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "expires_at" text not null check ("expires_at" like '____-__-__T__:__:__.___Z'),
  "used_at" text check ("used_at" like '____-__-__T__:__:__.___Z'),
  "withdrawn_at" text check ("withdrawn_at" like '____-__-__T__:__:__.___Z'),
  "invited_by" text
) strict;
create index "invitation_by_email" on "invitation" ("email_key");

create table "known_device" (
  "token_hash" text not null primary key,
  "user_id" text not null references "user" ("id") on delete cascade,
  "last_used_at" text not null check ("last_used_at" like '____-__-__T__:__:__.___Z')
) strict;
create index "known_device_by_user" on "known_device" ("user_id", "last_used_at");

create table "allowance" (
  "name" text not null primary key,
  "free_at" text not null check ("free_at" like '____-__-__T__:__:__.___Z')
) strict;
create index "allowance_by_time" on "allowance" ("free_at");

create table "person_merge" (
  "person_id" text not null unique references "person" ("id") on delete cascade,
  "kept_id" text not null references "person" ("id") on delete cascade,
  "carried_user" integer default 0 not null check ("carried_user" in (0, 1)),
  "merged_at" text not null check ("merged_at" like '____-__-__T__:__:__.___Z'),
  "merged_by" text default '' not null,
  "kept_style" text default '' not null,
  "kept_style_by" text default '' not null
) strict;
create index "person_merge_by_kept" on "person_merge" ("kept_id", "person_id");

create table "album" (
  "id" text not null primary key,
  "name" text default '' not null,
  "cover_id" text references "media_with_deleted" ("id") on delete set null,
  "version" integer default 0 not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "deleted_at" text check ("deleted_at" like '____-__-__T__:__:__.___Z'),
  "changed_by" text default '' not null
) strict;
alter table "album" rename to "album_with_deleted";
create index "album_by_deletion" on "album_with_deleted" ("deleted_at") where "deleted_at" is not null;

create table "album_media" (
  "album_id" text not null references "album_with_deleted" ("id") on delete cascade,
  "media_id" text not null references "media_with_deleted" ("id") on delete cascade,
  "ord" integer not null,
  constraint "album_media_once" primary key ("album_id", "media_id")
) strict;
create index "album_media_by_media" on "album_media" ("media_id");

create table "media_person" (
  "media_id" text not null references "media_with_deleted" ("id") on delete cascade,
  "person_id" text not null references "person" ("id") on delete cascade,
  "ord" integer not null,
  constraint "media_person_once" primary key ("media_id", "person_id")
) strict;
create index "media_person_by_person" on "media_person" ("person_id");

create table "subscription_plan" (
  "id" text not null primary key,
  "name" text default '' not null,
  "amount" integer not null check ("amount" between 0 and 1000000000),
  "period" text not null check ("period" in ('yearly')),
  "enabled" integer default 1 not null check ("enabled" in (0, 1)),
  "description" text default '' not null,
  "renewal_month" text not null check ("renewal_month" in ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12')),
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "updated_at" text not null check ("updated_at" like '____-__-__T__:__:__.___Z'),
  "first_part" text default 'full' not null check ("first_part" in ('full', 'months')),
  "gift_aid" integer default 0 not null check ("gift_aid" in (0, 1)),
  "version" integer default 1 not null
) strict;

create table "correction" (
  "id" text not null primary key,
  "show_id" text references "show" ("id") on delete cascade,
  "person_id" text references "person" ("id") on delete cascade,
  "what" text default '' not null,
  "credit_id" text default '' not null,
  "right" text default '' not null,
  "role" text default '' not null,
  "cast_or_crew" text not null check ("cast_or_crew" in ('cast', 'crew')),
  "was" text default '' not null,
  "note" text default '' not null,
  "name" text default '' not null,
  "email" text default '' not null,
  "suspect" integer default 0 not null check ("suspect" in (0, 1)),
  "state" text not null check ("state" in ('open', 'applied', 'refused')),
  "received_at" text not null check ("received_at" like '____-__-__T__:__:__.___Z'),
  "decided_at" text check ("decided_at" like '____-__-__T__:__:__.___Z'),
  "decided_by" text default '' not null,
  "undo" text default '' not null
) strict;
create index "correction_by_state" on "correction" ("state", "received_at");

create table "totp_offer" (
  "id" text not null primary key,
  "session_id" text not null references "session" ("id") on delete cascade,
  "secret" text default '' not null,
  "expires_at" text not null check ("expires_at" like '____-__-__T__:__:__.___Z')
) strict;
create index "totp_offer_by_session" on "totp_offer" ("session_id", "expires_at");

create table "audit_forgetting" (
  "id" text not null primary key
) strict;

create table "person_apart" (
  "person_id" text not null references "person" ("id") on delete cascade,
  "other_id" text not null references "person" ("id") on delete cascade,
  "since" text not null check ("since" like '____-__-__T__:__:__.___Z')
) strict;
create unique index "person_apart_once" on "person_apart" ("person_id", "other_id");
create index "person_apart_by_other" on "person_apart" ("other_id");

create table "show_gallery" (
  "show_id" text not null unique references "show" ("id") on delete cascade,
  "version" integer default 1 not null,
  "changed_by" text default '' not null
) strict;

create table "job" (
  "kind" text default '' not null,
  "key" text default '' not null,
  "payload" text default '{}' not null,
  "status" text not null check ("status" in ('waiting', 'done', 'failed')),
  "due" text not null check ("due" like '____-__-__T__:__:__.___Z'),
  "leased_until" text check ("leased_until" like '____-__-__T__:__:__.___Z'),
  "attempts" integer default 0 not null,
  "last_error" text default '' not null,
  "dismissed" integer default 0 not null check ("dismissed" in (0, 1)),
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "finished_at" text check ("finished_at" like '____-__-__T__:__:__.___Z'),
  constraint "job_by_name" primary key ("kind", "key")
) strict;
create index "job_by_turn" on "job" ("status", "kind", "due", "key");

create table "webhook_event" (
  "service" text default '' not null,
  "id" text default '' not null,
  "received_at" text not null check ("received_at" like '____-__-__T__:__:__.___Z'),
  constraint "webhook_event_by_id" primary key ("service", "id")
) strict;
create index "webhook_event_by_time" on "webhook_event" ("received_at");

create table "first_answer" (
  "user_id" text default '' not null,
  "call" text default '' not null,
  "key" text default '' not null,
  "sent_hash" text default '' not null,
  "answer" text default '' not null,
  "answered_at" text not null check ("answered_at" like '____-__-__T__:__:__.___Z'),
  constraint "first_answer_by_key" primary key ("user_id", "call", "key")
) strict;
create index "first_answer_by_time" on "first_answer" ("answered_at");

create table "payer" (
  "id" text not null primary key,
  "user_id" text unique references "user" ("id") on delete set null,
  "name" text default '' not null
) strict;

create table "entry" (
  "id" text not null primary key,
  "at" text not null check ("at" like '____-__-__T__:__:__.___Z'),
  "day" text not null check ("day" like '____-__-__'),
  "kind" text not null check ("kind" in ('charge', 'refund', 'fee')),
  "amount" integer not null check ("amount" between -1000000000 and 1000000000),
  "source" text not null check ("source" in ('card', 'cash', 'transfer')),
  "about" text not null check ("about" in ('subscription', 'tickets', 'front_of_house')),
  "plan_id" text default '' not null,
  "show_id" text default '' not null,
  "label" text default '' not null,
  "payer_id" text references "payer" ("id"),
  "charge_id" text references "entry" ("id"),
  "corrects" text unique references "entry" ("id"),
  "square_id" text,
  "environment" text default 'production' not null check ("environment" in ('practice', 'sandbox', 'production')),
  constraint "entry_by_square_id" unique ("kind", "square_id"),
  constraint "entry_has_its_sign" check (amount <> 0 and (corrects is not null or case kind when 'charge' then amount > 0 else amount < 0 end)),
  constraint "entry_follows_its_charge" check ((charge_id is null) = (kind = 'charge')),
  constraint "entry_has_its_subject" check (case about when 'subscription' then plan_id <> '' and show_id = '' when 'tickets' then plan_id = '' and show_id <> '' else plan_id = '' end)
) strict;
create index "entry_by_payer_id" on "entry" ("payer_id");
create index "entry_by_charge_id" on "entry" ("charge_id");
create index "entry_by_show_id" on "entry" ("show_id");
create index "entry_by_day" on "entry" ("environment", "day", "about", "plan_id", "show_id", "label", "kind", "source", "amount");

create table "payment_intent" (
  "id" text not null primary key,
  "kind" text not null check ("kind" in ('charge', 'refund')),
  "environment" text default '' not null,
  "purpose" text not null check ("purpose" in ('subscription', 'tickets', 'front_of_house')),
  "subject" text default '' not null,
  "plan_id" text default '' not null,
  "show_id" text default '' not null,
  "label" text default '' not null,
  "attempt" text default '' not null,
  "charge_id" text references "payment_intent" ("id"),
  "user_id" text references "user" ("id") on delete set null,
  "pence" integer not null check ("pence" between 0 and 1000000000),
  "source" text default '' not null,
  "verification" text default '' not null,
  "customer" text default '' not null,
  "location" text default '' not null,
  "note" text default '' not null,
  "status" text default 'open' not null check ("status" in ('open', 'settled', 'declined', 'abandoned')),
  "provider_id" text default '' not null,
  "declined_because" text default '' not null,
  "card_brand" text default '' not null,
  "last_4" text default '' not null,
  "fee" integer check ("fee" between 0 and 1000000000),
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "settled_at" text check ("settled_at" like '____-__-__T__:__:__.___Z'),
  "ends" integer default 0 not null check ("ends" in (0, 1))
) strict;
create unique index "payment_intent_by_attempt" on "payment_intent" ("kind", "purpose", "subject", "attempt");
create unique index "payment_intent_live" on "payment_intent" ("purpose", "subject") where kind = 'charge' and status in ('open', 'settled');
create unique index "payment_intent_by_provider_id" on "payment_intent" ("environment", "provider_id") where provider_id <> '';
create index "payment_intent_by_charge" on "payment_intent" ("charge_id");
create index "payment_intent_by_user" on "payment_intent" ("user_id");
create index "payment_intent_by_time" on "payment_intent" ("environment", "created_at");

create table "payment_customer" (
  "id" text not null primary key,
  "user_id" text references "user" ("id") on delete set null,
  "environment" text default '' not null,
  "provider_id" text default '' not null
) strict;
create unique index "payment_customer_by_user" on "payment_customer" ("user_id", "environment");

create table "payment_card" (
  "id" text not null primary key,
  "customer_id" text not null references "payment_customer" ("id") on delete cascade,
  "provider_id" text default '' not null unique,
  "brand" text default '' not null,
  "last_4" text default '' not null,
  "exp_month" integer not null,
  "exp_year" integer not null,
  "postcode" text default '' not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "removed_at" text check ("removed_at" like '____-__-__T__:__:__.___Z')
) strict;
create index "payment_card_by_customer" on "payment_card" ("customer_id");

create table "payment_difference" (
  "id" text not null primary key,
  "environment" text default '' not null,
  "provider_id" text default '' not null,
  "what" text not null check ("what" in ('unknown here', 'unknown there', 'amount', 'fee', 'status')),
  "ours" integer check ("ours" between 0 and 1000000000),
  "theirs" integer check ("theirs" between 0 and 1000000000),
  "found_at" text not null check ("found_at" like '____-__-__T__:__:__.___Z'),
  "cleared_at" text check ("cleared_at" like '____-__-__T__:__:__.___Z')
) strict;

create table "subscription" (
  "id" text not null primary key,
  "user_id" text not null references "user" ("id") on delete cascade,
  "plan_id" text not null references "subscription_plan" ("id"),
  "sub_for" text not null check ("sub_for" in ('SELF', 'OTHER')),
  "name" text default '' not null,
  "phone_number" text default '' not null,
  "e_con_name" text default '' not null,
  "e_con_phone" text default '' not null,
  "amount" integer not null check ("amount" between 0 and 1000000000),
  "status" text default 'pending' not null check ("status" in ('pending', 'active', 'lapsed')),
  "started_on" text not null check ("started_on" like '____-__-__'),
  "renews_on" text not null check ("renews_on" like '____-__-__'),
  "cancelled_at" text check ("cancelled_at" like '____-__-__T__:__:__.___Z'),
  "card_id" text references "payment_card" ("id") on delete set null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "reminded_on" text check ("reminded_on" like '____-__-__'),
  "reminded_again_on" text check ("reminded_again_on" like '____-__-__'),
  "amount_told" integer check ("amount_told" between 0 and 1000000000),
  "tries" integer default 0 not null,
  "tried_on" text check ("tried_on" like '____-__-__')
) strict;
create index "subscription_by_user" on "subscription" ("user_id");
create index "subscription_by_plan" on "subscription" ("plan_id");
create index "subscription_by_card" on "subscription" ("card_id");
create index "subscription_by_renewal" on "subscription" ("status", "renews_on");

create table "subscription_year" (
  "id" text not null primary key,
  "subscription_id" text not null references "subscription" ("id") on delete cascade,
  "begins_on" text not null check ("begins_on" like '____-__-__'),
  "renews_on" text not null check ("renews_on" like '____-__-__'),
  "amount" integer not null check ("amount" between 0 and 1000000000),
  "source" text not null check ("source" in ('card', 'cash', 'transfer', 'free')),
  "entry_id" text unique,
  "ended_by" text
) strict;
create unique index "subscription_year_by_subscription" on "subscription_year" ("subscription_id", "renews_on");

create table "gift_aid_declaration" (
  "id" text not null primary key,
  "user_id" text references "user" ("id") on delete set null,
  "title" text default '' not null,
  "firstname" text default '' not null,
  "lastname" text default '' not null,
  "house" text default '' not null,
  "address" text default '' not null,
  "postcode" text default '' not null,
  "wording" text not null check ("wording" like '____-__-__'),
  "society" text default '' not null,
  "declared_at" text not null check ("declared_at" like '____-__-__T__:__:__.___Z'),
  "ended_at" text check ("ended_at" like '____-__-__T__:__:__.___Z')
) strict;
create unique index "gift_aid_declaration_in_force" on "gift_aid_declaration" ("user_id") where ended_at is null;
create index "gift_aid_declaration_by_user" on "gift_aid_declaration" ("user_id");

create table "paper_member" (
  "id" text not null primary key,
  "name" text default '' not null,
  "email" text default '' not null,
  "email_key" text default '' not null,
  "phone" text default '' not null,
  "plan_id" text not null references "subscription_plan" ("id"),
  "amount" integer not null check ("amount" between 0 and 1000000000),
  "paid_on" text check ("paid_on" like '____-__-__'),
  "source" text check ("source" in ('cash', 'transfer')),
  "paid_until" text not null check ("paid_until" like '____-__-__'),
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z')
) strict;
create index "paper_member_by_email" on "paper_member" ("email_key");

create table "membership_reminder" (
  "email_key" text not null primary key,
  "sent_at" text not null check ("sent_at" like '____-__-__T__:__:__.___Z')
) strict;

create table "performance" (
  "id" text not null primary key,
  "show_id" text not null references "show" ("id") on delete cascade,
  "starts_at" text not null check ("starts_at" like '____-__-__T__:__:__.___Z'),
  "doors_minutes" integer default 30 not null,
  "capacity" integer,
  "row_count" integer default 8 not null,
  "hidden_seats" text default '[]' not null,
  "notes" text default '' not null,
  "cancelled_at" text check ("cancelled_at" like '____-__-__T__:__:__.___Z'),
  "version" integer default 1 not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "on_sale_from" text check ("on_sale_from" like '____-__-__T__:__:__.___Z'),
  "on_sale_until" text check ("on_sale_until" like '____-__-__T__:__:__.___Z'),
  "release_minutes" integer default 0 not null,
  "plan_version" integer default 1 not null,
  "sells_seats" integer default 0 not null check ("sells_seats" in (0, 1)),
  "seat_marks" text default '{}' not null,
  "tell_seats_at" text check ("tell_seats_at" like '____-__-__T__:__:__.___Z'),
  "plan_saved" integer default 1 not null
) strict;
create unique index "performance_by_show" on "performance" ("show_id", "starts_at") where cancelled_at is null;
create index "performance_by_time" on "performance" ("starts_at");
create index "performance_of_show" on "performance" ("show_id", "starts_at", "created_at", "id");

create table "ticket_type" (
  "id" text not null primary key,
  "performance_id" text not null references "performance" ("id") on delete cascade,
  "name" text default '' not null,
  "name_key" text default '' not null,
  "about" text default '' not null,
  "pence" integer not null check ("pence" between 0 and 1000000000),
  "most" integer,
  "hidden" integer default 0 not null check ("hidden" in (0, 1)),
  "ord" integer not null,
  "version" integer default 1 not null,
  constraint "ticket_type_by_name" unique ("performance_id", "name_key")
) strict;

create table "place" (
  "performance_id" text not null references "performance" ("id") on delete cascade,
  "number" integer not null,
  "taken_by" text unique,
  "held_until" text check ("held_until" like '____-__-__T__:__:__.___Z'),
  constraint "place_by_number" primary key ("performance_id", "number")
) strict;
create index "place_by_taker" on "place" ("performance_id", "taken_by", "held_until");
create index "place_by_hold" on "place" ("held_until") where held_until is not null;

create table "ticket_order" (
  "id" text not null primary key,
  "ref" integer not null unique,
  "show_id" text not null references "show" ("id"),
  "name" text default '' not null,
  "email" text default '' not null,
  "phone" text default '' not null,
  "note" text default '' not null,
  "status" text not null check ("status" in ('paid', 'reserved', 'comp', 'cancelled', 'refunded')),
  "source" text not null check ("source" in ('online', 'phone', 'door', 'import')),
  "paid_by" text default '' not null check ("paid_by" in ('', 'card', 'cash', 'transfer')),
  "reason" text default '' not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "version" integer default 1 not null,
  "needs" text default '' not null,
  "promo" text default '' not null,
  "kept_pence" integer default 0 not null,
  "reissued" integer default 0 not null
) strict;
create index "ticket_order_by_show" on "ticket_order" ("show_id", "created_at");

create table "ticket" (
  "id" text not null primary key,
  "order_id" text not null references "ticket_order" ("id") on delete cascade,
  "performance_id" text not null references "performance" ("id"),
  "type" text default '' not null,
  "pence" integer not null check ("pence" between 0 and 1000000000),
  "given_back_at" text check ("given_back_at" like '____-__-__T__:__:__.___Z'),
  "discount" integer default 0 not null
) strict;
create index "ticket_by_order" on "ticket" ("order_id");
create index "ticket_by_performance" on "ticket" ("performance_id");

create table "basket" (
  "id" text not null primary key,
  "token_hash" text default '' not null unique,
  "show_id" text not null references "show" ("id") on delete cascade,
  "network" text default '' not null,
  "status" text default 'open' not null check ("status" in ('open', 'paying', 'sold', 'refunded')),
  "held_until" text not null check ("held_until" like '____-__-__T__:__:__.___Z'),
  "promo" text default '' not null,
  "name" text default '' not null,
  "email" text default '' not null,
  "phone" text default '' not null,
  "note" text default '' not null,
  "needs" text default '' not null,
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z')
) strict;
create index "basket_by_time" on "basket" ("held_until");
create index "basket_by_network" on "basket" ("network", "held_until");

create table "held_ticket" (
  "id" text not null primary key,
  "basket_id" text default '' not null,
  "performance_id" text not null references "performance" ("id") on delete cascade,
  "type" text default '' not null,
  "pence" integer not null check ("pence" between 0 and 1000000000),
  "discount" integer default 0 not null,
  "held_until" text not null check ("held_until" like '____-__-__T__:__:__.___Z')
) strict;
create index "held_ticket_by_basket" on "held_ticket" ("basket_id");
create index "held_ticket_by_type" on "held_ticket" ("performance_id", "type", "held_until");

create table "promo_code" (
  "id" text not null primary key,
  "show_id" text not null references "show" ("id") on delete cascade,
  "code" text default '' not null,
  "code_key" text default '' not null,
  "percent" integer default 0 not null,
  "pence" integer not null check ("pence" between 0 and 1000000000),
  "first_day" text check ("first_day" like '____-__-__'),
  "last_day" text check ("last_day" like '____-__-__'),
  "most" integer,
  "off" integer default 0 not null check ("off" in (0, 1)),
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  constraint "promo_code_by_key" unique ("show_id", "code_key")
) strict;

create table "order_charge" (
  "entry_id" text not null primary key,
  "order_id" text not null references "ticket_order" ("id") on delete cascade
) strict;
create index "order_charge_by_order" on "order_charge" ("order_id");

create table "order_letter" (
  "order_id" text default '' not null,
  "kind" text default '' not null,
  "about" text default '' not null,
  "at" text not null check ("at" like '____-__-__T__:__:__.___Z'),
  constraint "order_letter_key" primary key ("order_id", "kind", "about")
) strict;

create table "letter_off" (
  "kind" text not null primary key
) strict;

create table "booking_mod" (
  "id" text not null primary key,
  "ord" integer not null unique,
  "kind" text not null check ("kind" in ('move', 'add', 'new')),
  "order_id" text not null references "ticket_order" ("id") on delete cascade,
  "ref" integer not null,
  "from_item" text default '' not null,
  "change_quantity" integer not null,
  "to_item" text default '' not null,
  "note" text default '' not null,
  "is_reservation" integer default 0 not null check ("is_reservation" in (0, 1)),
  "from_performance" text default '' not null,
  "from_type" text default '' not null,
  "to_performance" text default '' not null,
  "to_type" text default '' not null
) strict;
create index "booking_mod_by_order" on "booking_mod" ("order_id");

create table "booking_mod_ticket" (
  "mod_id" text not null references "booking_mod" ("id") on delete cascade,
  "ticket_id" text default '' not null,
  constraint "booking_mod_ticket_key" primary key ("mod_id", "ticket_id")
) strict;

create table "door_mark" (
  "id" text not null primary key,
  "ticket_id" text not null references "ticket" ("id") on delete cascade,
  "performance_id" text not null references "performance" ("id") on delete cascade,
  "came" integer default 0 not null check ("came" in (0, 1)),
  "at" text not null check ("at" like '____-__-__T__:__:__.___Z'),
  "device" text default '' not null,
  "user_id" text references "user" ("id") on delete set null,
  "in_by_it" text unique
) strict;
create index "door_mark_by_performance" on "door_mark" ("performance_id");
create index "door_mark_by_ticket" on "door_mark" ("ticket_id");
create index "door_mark_by_user" on "door_mark" ("user_id");

create table "seat_assignment" (
  "performance_id" text not null references "performance" ("id") on delete cascade,
  "seat" text default '' not null,
  "ticket_id" text default '' not null unique,
  "held_until" text check ("held_until" like '____-__-__T__:__:__.___Z'),
  constraint "seat_assignment_key" primary key ("performance_id", "seat")
) strict;

create table "waiting_party" (
  "id" text not null primary key,
  "show_id" text not null references "show" ("id") on delete cascade,
  "name" text default '' not null,
  "email" text default '' not null,
  "wish" text default '' not null,
  "size" integer not null,
  "status" text default 'waiting' not null check ("status" in ('waiting', 'offered', 'over')),
  "outcome" text default '' not null check ("outcome" in ('', 'booked', 'left', 'declined', 'lapsed', 'removed')),
  "created_at" text not null check ("created_at" like '____-__-__T__:__:__.___Z'),
  "performance_id" text default '' not null,
  "offered_until" text check ("offered_until" like '____-__-__T__:__:__.___Z'),
  "basket_id" text default '' not null
) strict;
create unique index "waiting_party_by_wish" on "waiting_party" ("wish") where wish <> '';
create index "waiting_party_by_status" on "waiting_party" ("status", "offered_until");
create index "waiting_party_by_basket" on "waiting_party" ("basket_id") where basket_id <> '';

create table "waiting_date" (
  "party_id" text not null references "waiting_party" ("id") on delete cascade,
  "performance_id" text not null references "performance" ("id") on delete cascade,
  constraint "waiting_date_key" primary key ("party_id", "performance_id")
) strict;
create index "waiting_date_by_performance" on "waiting_date" ("performance_id");

create table "imported_order" (
  "order_id" text not null unique references "ticket_order" ("id") on delete cascade,
  "performance_id" text not null references "performance" ("id") on delete cascade,
  "reference_key" text default '' not null,
  "reference" text default '' not null,
  constraint "imported_order_key" primary key ("performance_id", "reference_key")
) strict;

create table "fault" (
  "id" text not null primary key,
  "type" text default '' not null,
  "code" text default '' not null,
  "place" text default '' not null,
  "happened_in" text default '' not null,
  "times" integer not null,
  "first_at" text not null check ("first_at" like '____-__-__T__:__:__.___Z'),
  "last_at" text not null check ("last_at" like '____-__-__T__:__:__.___Z'),
  "request_id" text default '' not null,
  "version" text default '' not null
) strict;

create table "promised_seat" (
  "ticket_id" text not null primary key,
  "performance_id" text not null references "performance" ("id") on delete cascade,
  "seat" text default '' not null
) strict;
create index "promised_seat_by_performance" on "promised_seat" ("performance_id");

create table "data_key" (
  "name" text not null primary key,
  "sealed" text default '' not null
) strict;

create table "row_change" (
  "of_table" text default '' not null,
  "row_id" text default '' not null,
  "counted" integer not null,
  constraint "row_change_pk" primary key ("of_table", "row_id")
) strict;
create index "row_change_counted" on "row_change" ("counted");

create table "order_number" (
  "id" text not null primary key,
  "last" integer not null
) strict;

create view "file" as
  select "id", "name", "content_type", "bytes", "storage_key", "created_at", "show_id", "post_id", "member_docs",
    "version", "managed_with", "with_post"
  from "file_with_deleted" where deleted_at is null;
create view "post" as
  select "id", "show_id", "type", "title", "content", "published_at", "author", "created_at", "updated_at",
    "version", "changed_by", "telling"
  from "post_with_deleted" where deleted_at is null;
create view "blog_post" as
  select "key", "title", "content", "author", "published_at", "created_at", "updated_at", "version", "changed_by"
  from "blog_post_with_deleted" where deleted_at is null;
create view "album" as
  select "id", "name", "cover_id", "version", "created_at", "changed_by"
  from "album_with_deleted" where deleted_at is null;
create view "contact_message" as
  select "id", "name", "contact", "subject", "message", "suspect", "received_at", "read_at", "archived_at",
    "answered_at", "answered_by"
  from "contact_message_with_deleted" where deleted_at is null;
create view "feedback" as
  select "id", "user_id", "name", "email", "about", "message", "wants_reply", "device", "state", "received_at",
    "archived_at", "answered_at", "answered_by"
  from "feedback_with_deleted" where deleted_at is null;
create view "media" as
  select "id", "kind", "filename", "content_type", "width", "height", "sizes", "placeholder", "alt", "credit",
    "created_at", "consent", "file_version", "version", "artwork_of"
  from "media_with_deleted" where deleted_at is null;

insert into "revision" ("name", "value") values ('public', 1);
insert into "revision" ("name", "value") values ('sales', 1);
insert into "order_number" ("id", "last") values ('order', 0);
