import { Migration } from '@mikro-orm/migrations';

export class Migration20261116044615_initial extends Migration {

  override name = 'Migration20261116044615_initial';

  override up(): void | Promise<void> {
    this.addSql(`create table "campaign" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "name" text not null, "entry_point_id" varchar(255) not null, "packs" jsonb not null, "prompt_pins" jsonb not null, primary key ("id"));`);

    this.addSql(`create table "homebrew_version" ("pack_id" varchar(60) not null, "content_id" varchar(60) not null, "version" int not null, "revision" int not null, "kind" varchar(16) not null, "active" boolean not null, "content" bytea not null, "created_at" timestamptz(3) not null, primary key ("pack_id", "content_id", "version"));`);
    this.addSql(`create index "homebrew_version_pack_id_revision_index" on "homebrew_version" ("pack_id", "revision");`);

    this.addSql(`create table "kept_pack" ("hash" varchar(64) not null, "pack_id" varchar(60) not null, "version" varchar(60) not null, "content" bytea not null, "created_at" timestamptz(3) not null, primary key ("hash"));`);

    this.addSql(`create table "segment_switch" ("segment_id" varchar(160) not null, "active" boolean not null, "changed_at" timestamptz(3) not null, primary key ("segment_id"));`);

    this.addSql(`create table "session" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "campaign_id" varchar(36) not null, "small_model" varchar(255) not null, "large_model" varchar(255) not null, "seed" varchar(255) not null, "seed_commitment" varchar(255) not null, "current_scene_id" varchar(36) not null, "scene_index" int not null, "event_sequence" int not null, "lease_turn_id" varchar(36) null, "lease_expires_at" timestamptz(3) null, "lease_fence" int not null, primary key ("id"));`);
    this.addSql(`create index "session_campaign_id_id_index" on "session" ("campaign_id", "id");`);

    this.addSql(`create table "scene" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "turn_id" varchar(36) null, "scene_index" int not null, "narration" text not null, "snapshot" bytea not null, primary key ("id"));`);
    this.addSql(`alter table "scene" add constraint "scene_session_id_scene_index_unique" unique ("session_id", "scene_index");`);

    this.addSql(`create table "model_call" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "turn_id" varchar(36) not null, "attempt" int not null, "step" varchar(40) not null, "purpose" varchar(16) not null, "model_key" varchar(80) not null, "provider" varchar(160) not null, "input_tokens" int not null, "output_tokens" int not null, "cache_write_tokens" int not null, "cache_read_tokens" int not null, "cost_usd" double precision null, "first_delta_ms" int null, "duration_ms" int not null, "ending" varchar(16) not null, primary key ("id"));`);
    this.addSql(`create index "model_call_session_id_turn_id_index" on "model_call" ("session_id", "turn_id");`);
    this.addSql(`create index "model_call_created_at_index" on "model_call" ("created_at");`);

    this.addSql(`create table "memory_row" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "scene_index" int not null, "ordinal" int not null, "character_id" varchar(120) not null, "kind" varchar(16) not null, "body" jsonb not null, primary key ("id"));`);
    this.addSql(`alter table "memory_row" add constraint "memory_row_session_id_scene_index_ordinal_unique" unique ("session_id", "scene_index", "ordinal");`);

    this.addSql(`create table "chronicle_entry" ("session_id" varchar(36) not null, "event_id" varchar(16) not null, "scene_index" int not null, "body" jsonb not null, "created_at" timestamptz(3) not null, primary key ("session_id", "event_id"));`);
    this.addSql(`create index "chronicle_entry_session_id_scene_index_index" on "chronicle_entry" ("session_id", "scene_index");`);

    this.addSql(`create table "turn" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "action_id" varchar(128) not null, "input" jsonb not null, "status" varchar(16) not null, "attempt" int not null, "base_scene_id" varchar(36) not null, "scene_id" varchar(36) null, "failure" jsonb null, "finished_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`create index "turn_session_id_id_index" on "turn" ("session_id", "id");`);
    this.addSql(`create index "turn_status_index" on "turn" ("status");`);
    this.addSql(`alter table "turn" add constraint "turn_session_id_action_id_unique" unique ("session_id", "action_id");`);

    this.addSql(`create table "turn_event" ("session_id" varchar(36) not null, "sequence" int not null, "turn_id" varchar(36) null, "audience" varchar(8) not null, "type" varchar(32) not null, "payload" jsonb not null, "created_at" timestamptz(3) not null, primary key ("session_id", "sequence"));`);

    this.addSql(`create table "turn_recording" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "turn_id" varchar(36) not null, "attempt" int not null, "content" bytea not null, primary key ("id"));`);
    this.addSql(`alter table "turn_recording" add constraint "turn_recording_turn_id_attempt_unique" unique ("turn_id", "attempt");`);

    this.addSql(`alter table "session" add constraint "session_campaign_id_foreign" foreign key ("campaign_id") references "campaign" ("id") on delete cascade;`);

    this.addSql(`alter table "scene" add constraint "scene_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "model_call" add constraint "model_call_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "memory_row" add constraint "memory_row_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "chronicle_entry" add constraint "chronicle_entry_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "turn" add constraint "turn_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "turn_event" add constraint "turn_event_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "turn_recording" add constraint "turn_recording_turn_id_foreign" foreign key ("turn_id") references "turn" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "session" drop constraint "session_campaign_id_foreign";`);
    this.addSql(`alter table "scene" drop constraint "scene_session_id_foreign";`);
    this.addSql(`alter table "model_call" drop constraint "model_call_session_id_foreign";`);
    this.addSql(`alter table "memory_row" drop constraint "memory_row_session_id_foreign";`);
    this.addSql(`alter table "chronicle_entry" drop constraint "chronicle_entry_session_id_foreign";`);
    this.addSql(`alter table "turn" drop constraint "turn_session_id_foreign";`);
    this.addSql(`alter table "turn_event" drop constraint "turn_event_session_id_foreign";`);
    this.addSql(`alter table "turn_recording" drop constraint "turn_recording_turn_id_foreign";`);

    this.addSql(`drop table if exists "campaign" cascade;`);
    this.addSql(`drop table if exists "homebrew_version" cascade;`);
    this.addSql(`drop table if exists "kept_pack" cascade;`);
    this.addSql(`drop table if exists "segment_switch" cascade;`);
    this.addSql(`drop table if exists "session" cascade;`);
    this.addSql(`drop table if exists "scene" cascade;`);
    this.addSql(`drop table if exists "model_call" cascade;`);
    this.addSql(`drop table if exists "memory_row" cascade;`);
    this.addSql(`drop table if exists "chronicle_entry" cascade;`);
    this.addSql(`drop table if exists "turn" cascade;`);
    this.addSql(`drop table if exists "turn_event" cascade;`);
    this.addSql(`drop table if exists "turn_recording" cascade;`);
  }

}
