import { Migration } from '@mikro-orm/migrations';

export class Migration20261116063352_initial extends Migration {

  override name = 'Migration20261116063352_initial';

  override up(): void | Promise<void> {
    this.addSql(`create table "api_token" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "hash" varchar(64) not null, "viewer_id" varchar(128) not null, "viewer_name" varchar(120) not null, "roles" jsonb not null, "campaign_ids" jsonb null, "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`alter table "api_token" add constraint "api_token_hash_unique" unique ("hash");`);

    this.addSql(`create table "campaign" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "name" text not null, "entry_point_id" varchar(255) not null, "packs" jsonb not null, "prompt_pins" jsonb not null, primary key ("id"));`);

    this.addSql(`create table "campaign_invitation" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "campaign_id" varchar(36) not null, "hash" varchar(64) not null, "persona_id" varchar(120) null, "expires_at" timestamptz(3) not null, "accepted_by" varchar(128) null, primary key ("id"));`);
    this.addSql(`alter table "campaign_invitation" add constraint "campaign_invitation_hash_unique" unique ("hash");`);

    this.addSql(`create table "campaign_member" ("campaign_id" varchar(36) not null, "viewer_id" varchar(128) not null, "name" varchar(120) not null, "role" varchar(16) not null, "persona_id" varchar(120) null, "created_at" timestamptz(3) not null, primary key ("campaign_id", "viewer_id"));`);
    this.addSql(`create index "campaign_member_viewer_id_index" on "campaign_member" ("viewer_id");`);
    this.addSql(`alter table "campaign_member" add constraint "campaign_member_campaign_id_persona_id_unique" unique ("campaign_id", "persona_id");`);

    this.addSql(`create table "homebrew_version" ("pack_id" varchar(60) not null, "content_id" varchar(60) not null, "version" int not null, "revision" int not null, "kind" varchar(16) not null, "active" boolean not null, "content" bytea not null, "created_at" timestamptz(3) not null, primary key ("pack_id", "content_id", "version"));`);
    this.addSql(`create index "homebrew_version_pack_id_revision_index" on "homebrew_version" ("pack_id", "revision");`);

    this.addSql(`create table "kept_pack" ("hash" varchar(64) not null, "pack_id" varchar(60) not null, "version" varchar(60) not null, "content" bytea not null, "created_at" timestamptz(3) not null, primary key ("hash"));`);

    this.addSql(`create table "segment_switch" ("segment_id" varchar(160) not null, "active" boolean not null, "changed_at" timestamptz(3) not null, primary key ("segment_id"));`);

    this.addSql(`create table "session" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "campaign_id" varchar(36) not null, "small_model" varchar(255) not null, "large_model" varchar(255) not null, "seed" varchar(255) not null, "seed_commitment" varchar(255) not null, "status" varchar(16) not null default 'active', "ended_at" timestamptz(3) null, "parent_scene_id" varchar(36) null, "ancestors" jsonb not null default '[]', "current_scene_id" varchar(36) not null, "scene_index" int not null, "event_sequence" int not null, "lease_turn_id" varchar(36) null, "lease_expires_at" timestamptz(3) null, "lease_fence" int not null, "waiting_turn_id" varchar(36) null, primary key ("id"));`);
    this.addSql(`create index "session_campaign_id_id_index" on "session" ("campaign_id", "id");`);
    this.addSql(`create index "session_seed_index" on "session" ("seed");`);

    this.addSql(`create table "scene" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "turn_id" varchar(36) null, "scene_index" int not null, "narration" text not null, "snapshot" bytea not null, "lore" bytea null, primary key ("id"));`);
    this.addSql(`alter table "scene" add constraint "scene_session_id_scene_index_unique" unique ("session_id", "scene_index");`);

    this.addSql(`create table "narration_version" ("scene_id" varchar(36) not null, "version" int not null, "narration" text not null, "recording" bytea not null, "created_at" timestamptz(3) not null, primary key ("scene_id", "version"));`);

    this.addSql(`create table "narration_choice" ("scene_id" varchar(36) not null, "ordinal" int not null, "version" int not null, "created_at" timestamptz(3) not null, primary key ("scene_id", "ordinal"));`);

    this.addSql(`create table "roll_row" ("id" varchar(48) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "place" int not null, "body" jsonb not null, primary key ("id"));`);
    this.addSql(`alter table "roll_row" add constraint "roll_row_session_id_place_unique" unique ("session_id", "place");`);

    this.addSql(`create table "relation_row" ("id" varchar(48) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "place" int not null, "low" varchar(120) not null, "high" varchar(120) not null, "trust" int not null, "tension" int not null, "closeness" int not null, primary key ("id"));`);
    this.addSql(`alter table "relation_row" add constraint "relation_row_session_id_place_unique" unique ("session_id", "place");`);
    this.addSql(`alter table "relation_row" add constraint "relation_row_session_id_low_high_place_unique" unique ("session_id", "low", "high", "place");`);

    this.addSql(`create table "queued_history" ("id" serial primary key, "session_id" varchar(36) not null, "entry" bytea not null, "claimed_until" timestamptz(3) null, "created_at" timestamptz(3) not null);`);
    this.addSql(`create index "queued_history_claimed_until_id_index" on "queued_history" ("claimed_until", "id");`);

    this.addSql(`create table "model_call" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "turn_id" varchar(36) not null, "attempt" int not null, "step" varchar(40) not null, "purpose" varchar(16) not null, "model_key" varchar(80) not null, "provider" varchar(160) not null, "input_tokens" int not null, "output_tokens" int not null, "cache_write_tokens" int not null, "cache_read_tokens" int not null, "cost_usd" double precision null, "first_delta_ms" int null, "duration_ms" int not null, "ending" varchar(16) not null, primary key ("id"));`);
    this.addSql(`create index "model_call_session_id_turn_id_index" on "model_call" ("session_id", "turn_id");`);
    this.addSql(`create index "model_call_created_at_index" on "model_call" ("created_at");`);

    this.addSql(`create table "memory_row" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "scene_index" int not null, "ordinal" int not null, "character_id" varchar(120) not null, "kind" varchar(16) not null, "weight" int not null default 0, "observation_id" varchar(120) not null default '', "body" jsonb not null, primary key ("id"));`);
    this.addSql(`create index "memory_row_session_id_character_id_kind_scene_inde_ca3cc_index" on "memory_row" ("session_id", "character_id", "kind", "scene_index", "ordinal");`);
    this.addSql(`create index "memory_row_session_id_character_id_weight_scene_in_64793_index" on "memory_row" ("session_id", "character_id", "weight", "scene_index", "ordinal");`);
    this.addSql(`create index "memory_row_session_id_observation_id_index" on "memory_row" ("session_id", "observation_id");`);
    this.addSql(`alter table "memory_row" add constraint "memory_row_session_id_scene_index_ordinal_unique" unique ("session_id", "scene_index", "ordinal");`);

    this.addSql(`create table "chronicle_entry" ("session_id" varchar(36) not null, "event_id" varchar(16) not null, "position" int not null default 0, "scene_index" int not null, "body" jsonb not null, "created_at" timestamptz(3) not null, primary key ("session_id", "event_id"));`);
    this.addSql(`create index "chronicle_entry_session_id_scene_index_index" on "chronicle_entry" ("session_id", "scene_index");`);
    this.addSql(`create index "chronicle_entry_session_id_position_index" on "chronicle_entry" ("session_id", "position");`);

    this.addSql(`create table "action_row" ("id" varchar(48) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "place" int not null, "character_id" varchar(120) not null, "action" text not null, "intents" jsonb not null, "thought" text not null, primary key ("id"));`);
    this.addSql(`alter table "action_row" add constraint "action_row_session_id_place_unique" unique ("session_id", "place");`);

    this.addSql(`create table "settle_job" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "scene_index" int not null, "kind" varchar(32) not null, "job_key" varchar(160) not null, "payload" jsonb not null, "status" varchar(16) not null, "attempts" int not null, "not_before" timestamptz(3) not null, "claimed_until" timestamptz(3) null, "last_error" text null, primary key ("id"));`);
    this.addSql(`create index "settle_job_status_not_before_index" on "settle_job" ("status", "not_before");`);
    this.addSql(`alter table "settle_job" add constraint "settle_job_session_id_job_key_unique" unique ("session_id", "job_key");`);

    this.addSql(`create table "summary_row" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "scene_index" int not null, "from_scene_index" int not null, "kind" varchar(16) not null, "subject_id" varchar(120) not null, "text" text not null, primary key ("id"));`);
    this.addSql(`create index "summary_row_session_id_kind_subject_id_scene_index_index" on "summary_row" ("session_id", "kind", "subject_id", "scene_index");`);

    this.addSql(`create table "turn" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "session_id" varchar(36) not null, "action_id" varchar(128) not null, "input" jsonb not null, "status" varchar(32) not null, "attempt" int not null, "base_scene_id" varchar(36) not null, "scene_id" varchar(36) null, "failure" jsonb null, "suspension" jsonb null, "answers" jsonb not null default '[]', "answer" jsonb null, "finished_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`create index "turn_session_id_id_index" on "turn" ("session_id", "id");`);
    this.addSql(`create index "turn_status_index" on "turn" ("status");`);
    this.addSql(`alter table "turn" add constraint "turn_session_id_action_id_unique" unique ("session_id", "action_id");`);

    this.addSql(`create table "turn_event" ("session_id" varchar(36) not null, "sequence" int not null, "turn_id" varchar(36) null, "audience" varchar(8) not null, "type" varchar(32) not null, "payload" jsonb not null, "created_at" timestamptz(3) not null, primary key ("session_id", "sequence"));`);

    this.addSql(`create table "turn_recording" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "turn_id" varchar(36) not null, "attempt" int not null, "content" bytea not null, primary key ("id"));`);
    this.addSql(`alter table "turn_recording" add constraint "turn_recording_turn_id_attempt_unique" unique ("turn_id", "attempt");`);

    this.addSql(`create table "viewer_turn" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "viewer_id" varchar(200) not null, "turn_id" varchar(36) not null, primary key ("id"));`);
    this.addSql(`create index "viewer_turn_viewer_id_created_at_index" on "viewer_turn" ("viewer_id", "created_at");`);

    this.addSql(`alter table "campaign_invitation" add constraint "campaign_invitation_campaign_id_foreign" foreign key ("campaign_id") references "campaign" ("id") on delete cascade;`);

    this.addSql(`alter table "campaign_member" add constraint "campaign_member_campaign_id_foreign" foreign key ("campaign_id") references "campaign" ("id") on delete cascade;`);

    this.addSql(`alter table "session" add constraint "session_campaign_id_foreign" foreign key ("campaign_id") references "campaign" ("id") on delete cascade;`);

    this.addSql(`alter table "scene" add constraint "scene_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "narration_version" add constraint "narration_version_scene_id_foreign" foreign key ("scene_id") references "scene" ("id") on delete cascade;`);

    this.addSql(`alter table "narration_choice" add constraint "narration_choice_scene_id_foreign" foreign key ("scene_id") references "scene" ("id") on delete cascade;`);

    this.addSql(`alter table "roll_row" add constraint "roll_row_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "relation_row" add constraint "relation_row_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "queued_history" add constraint "queued_history_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "model_call" add constraint "model_call_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "memory_row" add constraint "memory_row_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "chronicle_entry" add constraint "chronicle_entry_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "action_row" add constraint "action_row_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "settle_job" add constraint "settle_job_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "summary_row" add constraint "summary_row_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "turn" add constraint "turn_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "turn_event" add constraint "turn_event_session_id_foreign" foreign key ("session_id") references "session" ("id") on delete cascade;`);

    this.addSql(`alter table "turn_recording" add constraint "turn_recording_turn_id_foreign" foreign key ("turn_id") references "turn" ("id") on delete cascade;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "campaign_invitation" drop constraint "campaign_invitation_campaign_id_foreign";`);
    this.addSql(`alter table "campaign_member" drop constraint "campaign_member_campaign_id_foreign";`);
    this.addSql(`alter table "session" drop constraint "session_campaign_id_foreign";`);
    this.addSql(`alter table "scene" drop constraint "scene_session_id_foreign";`);
    this.addSql(`alter table "roll_row" drop constraint "roll_row_session_id_foreign";`);
    this.addSql(`alter table "relation_row" drop constraint "relation_row_session_id_foreign";`);
    this.addSql(`alter table "queued_history" drop constraint "queued_history_session_id_foreign";`);
    this.addSql(`alter table "model_call" drop constraint "model_call_session_id_foreign";`);
    this.addSql(`alter table "memory_row" drop constraint "memory_row_session_id_foreign";`);
    this.addSql(`alter table "chronicle_entry" drop constraint "chronicle_entry_session_id_foreign";`);
    this.addSql(`alter table "action_row" drop constraint "action_row_session_id_foreign";`);
    this.addSql(`alter table "settle_job" drop constraint "settle_job_session_id_foreign";`);
    this.addSql(`alter table "summary_row" drop constraint "summary_row_session_id_foreign";`);
    this.addSql(`alter table "turn" drop constraint "turn_session_id_foreign";`);
    this.addSql(`alter table "turn_event" drop constraint "turn_event_session_id_foreign";`);
    this.addSql(`alter table "narration_version" drop constraint "narration_version_scene_id_foreign";`);
    this.addSql(`alter table "narration_choice" drop constraint "narration_choice_scene_id_foreign";`);
    this.addSql(`alter table "turn_recording" drop constraint "turn_recording_turn_id_foreign";`);

    this.addSql(`drop table if exists "api_token" cascade;`);
    this.addSql(`drop table if exists "campaign" cascade;`);
    this.addSql(`drop table if exists "campaign_invitation" cascade;`);
    this.addSql(`drop table if exists "campaign_member" cascade;`);
    this.addSql(`drop table if exists "homebrew_version" cascade;`);
    this.addSql(`drop table if exists "kept_pack" cascade;`);
    this.addSql(`drop table if exists "segment_switch" cascade;`);
    this.addSql(`drop table if exists "session" cascade;`);
    this.addSql(`drop table if exists "scene" cascade;`);
    this.addSql(`drop table if exists "narration_version" cascade;`);
    this.addSql(`drop table if exists "narration_choice" cascade;`);
    this.addSql(`drop table if exists "roll_row" cascade;`);
    this.addSql(`drop table if exists "relation_row" cascade;`);
    this.addSql(`drop table if exists "queued_history" cascade;`);
    this.addSql(`drop table if exists "model_call" cascade;`);
    this.addSql(`drop table if exists "memory_row" cascade;`);
    this.addSql(`drop table if exists "chronicle_entry" cascade;`);
    this.addSql(`drop table if exists "action_row" cascade;`);
    this.addSql(`drop table if exists "settle_job" cascade;`);
    this.addSql(`drop table if exists "summary_row" cascade;`);
    this.addSql(`drop table if exists "turn" cascade;`);
    this.addSql(`drop table if exists "turn_event" cascade;`);
    this.addSql(`drop table if exists "turn_recording" cascade;`);
    this.addSql(`drop table if exists "viewer_turn" cascade;`);
  }

}
