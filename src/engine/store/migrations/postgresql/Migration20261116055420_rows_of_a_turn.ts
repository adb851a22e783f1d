import { Migration } from '@mikro-orm/migrations';

export class Migration20261116055420_rows_of_a_turn extends Migration {

  override name = 'Migration20261116055420_rows_of_a_turn';

  override up(): void | Promise<void> {
    this.addSql(`create table "narration_version" ("scene_id" varchar(36) not null, "version" int not null, "narration" text not null, "recording" bytea not null, "created_at" timestamptz(3) not null, primary key ("scene_id", "version"));`);

    this.addSql(`create table "narration_choice" ("scene_id" varchar(36) not null, "ordinal" int not null, "version" int not null, "created_at" timestamptz(3) not null, primary key ("scene_id", "ordinal"));`);

    this.addSql(`create table "roll_row" ("id" varchar(48) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "place" int not null, "body" jsonb not null, primary key ("id"));`);
    this.addSql(`alter table "roll_row" add constraint "roll_row_session_id_place_unique" unique ("session_id", "place");`);

    this.addSql(`create table "relation_row" ("id" varchar(48) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "place" int not null, "low" varchar(120) not null, "high" varchar(120) not null, "trust" int not null, "tension" int not null, "closeness" int not null, primary key ("id"));`);
    this.addSql(`alter table "relation_row" add constraint "relation_row_session_id_place_unique" unique ("session_id", "place");`);
    this.addSql(`alter table "relation_row" add constraint "relation_row_session_id_low_high_place_unique" unique ("session_id", "low", "high", "place");`);

    this.addSql(`create table "queued_history" ("id" serial primary key, "session_id" varchar(36) not null, "entry" bytea not null, "claimed_until" timestamptz(3) null, "created_at" timestamptz(3) not null);`);
    this.addSql(`create index "queued_history_claimed_until_id_index" on "queued_history" ("claimed_until", "id");`);

    this.addSql(`create table "action_row" ("id" varchar(48) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "place" int not null, "character_id" varchar(120) not null, "action" text not null, "intents" jsonb not null, "thought" text not null, primary key ("id"));`);
    this.addSql(`alter table "action_row" add constraint "action_row_session_id_place_unique" unique ("session_id", "place");`);

    this.addSql(`create table "settle_job" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "scene_index" int not null, "kind" varchar(32) not null, "job_key" varchar(160) not null, "payload" jsonb not null, "status" varchar(16) not null, "attempts" int not null, "not_before" timestamptz(3) not null, "claimed_until" timestamptz(3) null, "last_error" text null, primary key ("id"));`);
    this.addSql(`create index "settle_job_status_not_before_index" on "settle_job" ("status", "not_before");`);
    this.addSql(`alter table "settle_job" add constraint "settle_job_session_id_job_key_unique" unique ("session_id", "job_key");`);

    this.addSql(`create table "summary_row" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "scene_index" int not null, "from_scene_index" int not null, "kind" varchar(16) not null, "subject_id" varchar(120) not null, "text" text not null, primary key ("id"));`);
    this.addSql(`create index "summary_row_session_id_kind_subject_id_scene_index_index" on "summary_row" ("session_id", "kind", "subject_id", "scene_index");`);

    this.addSql(`alter table "session" add "status" varchar(16) not null default 'active', add "ended_at" timestamptz(3) null, add "parent_scene_id" varchar(36) null, add "ancestors" jsonb not null default '[]', add "waiting_turn_id" varchar(36) null;`);
    this.addSql(`create index "session_seed_index" on "session" ("seed");`);

    this.addSql(`alter table "scene" add "lore" bytea null;`);

    this.addSql(`alter table "memory_row" add "weight" int not null default 0, add "observation_id" varchar(120) not null default '';`);
    this.addSql(`create index "memory_row_session_id_character_id_kind_scene_inde_ca3cc_index" on "memory_row" ("session_id", "character_id", "kind", "scene_index", "ordinal");`);
    this.addSql(`create index "memory_row_session_id_character_id_weight_scene_in_64793_index" on "memory_row" ("session_id", "character_id", "weight", "scene_index", "ordinal");`);
    this.addSql(`create index "memory_row_session_id_observation_id_index" on "memory_row" ("session_id", "observation_id");`);

    this.addSql(`alter table "chronicle_entry" add "position" int not null default 0;`);
    this.addSql(`create index "chronicle_entry_session_id_position_index" on "chronicle_entry" ("session_id", "position");`);

    this.addSql(`alter table "turn" add "suspension" jsonb null, add "answers" jsonb not null default '[]', add "answer" jsonb null;`);
    this.addSql(`alter table "turn" alter column "status" type varchar(32) using ("status"::varchar(32));`);

    // Rows from before: what the new columns say of them is in their bodies.
    this.addSql(`update "chronicle_entry" set "position" = substr("event_id", 5)::int;`);
    this.addSql(`update "memory_row" set "observation_id" = coalesce("body"->>'observationId', "id"), "weight" = coalesce(("body"->>'importance')::int, ("body"->'change'->>'importance')::int, 0);`);
    this.addSql(`update "turn" set "input" = "input" || '{"personaId":null,"choiceKey":null,"mode":"STORY"}'::jsonb where "input"->>'kind' = 'story';`);

    this.addSql(`alter table "narration_version" add constraint "narration_version_scene_id_foreign" foreign key ("scene_id") references "scene" ("id") on delete cascade;`);

    this.addSql(`alter table "narration_choice" add constraint "narration_choice_scene_id_foreign" foreign key ("scene_id") references "scene" ("id") on delete cascade;`);

    this.addSql(`alter table "roll_row" add constraint "roll_row_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "relation_row" add constraint "relation_row_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "queued_history" add constraint "queued_history_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "action_row" add constraint "action_row_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "settle_job" add constraint "settle_job_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "summary_row" add constraint "summary_row_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "narration_version" cascade;`);
    this.addSql(`drop table if exists "narration_choice" cascade;`);
    this.addSql(`drop table if exists "roll_row" cascade;`);
    this.addSql(`drop table if exists "relation_row" cascade;`);
    this.addSql(`drop table if exists "queued_history" cascade;`);
    this.addSql(`drop table if exists "action_row" cascade;`);
    this.addSql(`drop table if exists "settle_job" cascade;`);
    this.addSql(`drop table if exists "summary_row" cascade;`);

    this.addSql(`drop index "chronicle_entry_session_id_position_index";`);
    this.addSql(`alter table "chronicle_entry" drop column "position";`);

    this.addSql(`drop index "memory_row_session_id_character_id_kind_scene_inde_ca3cc_index";`);
    this.addSql(`drop index "memory_row_session_id_character_id_weight_scene_in_64793_index";`);
    this.addSql(`drop index "memory_row_session_id_observation_id_index";`);
    this.addSql(`alter table "memory_row" drop column "weight", drop column "observation_id";`);

    this.addSql(`alter table "scene" drop column "lore";`);

    this.addSql(`drop index "session_seed_index";`);
    this.addSql(`alter table "session" drop column "status", drop column "ended_at", drop column "parent_scene_id", drop column "ancestors", drop column "waiting_turn_id";`);

    this.addSql(`alter table "turn" drop column "suspension", drop column "answers", drop column "answer";`);
    this.addSql(`alter table "turn" alter column "status" type varchar(16) using ("status"::varchar(16));`);
  }

}
