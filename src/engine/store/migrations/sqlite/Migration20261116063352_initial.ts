import { Migration } from '@mikro-orm/migrations';

export class Migration20261116063352_initial extends Migration {

  override name = 'Migration20261116063352_initial';

  override up(): void | Promise<void> {
    this.addSql(`create table \`api_token\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`hash\` text not null, \`viewer_id\` text not null, \`viewer_name\` text not null, \`roles\` json not null, \`campaign_ids\` json null, \`expires_at\` datetime not null, \`revoked_at\` datetime null);`);
    this.addSql(`create unique index \`api_token_hash_unique\` on \`api_token\` (\`hash\`);`);

    this.addSql(`create table \`campaign\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`name\` text not null, \`entry_point_id\` text not null, \`packs\` json not null, \`prompt_pins\` json not null);`);

    this.addSql(`create table \`campaign_invitation\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`campaign_id\` text not null, \`hash\` text not null, \`persona_id\` text null, \`expires_at\` datetime not null, \`accepted_by\` text null, constraint \`campaign_invitation_campaign_id_foreign\` foreign key (\`campaign_id\`) references \`campaign\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`campaign_invitation_campaign_id_index\` on \`campaign_invitation\` (\`campaign_id\`);`);
    this.addSql(`create unique index \`campaign_invitation_hash_unique\` on \`campaign_invitation\` (\`hash\`);`);

    this.addSql(`create table \`campaign_member\` (\`campaign_id\` text not null, \`viewer_id\` text not null, \`name\` text not null, \`role\` text not null, \`persona_id\` text null, \`created_at\` datetime not null, primary key (\`campaign_id\`, \`viewer_id\`), constraint \`campaign_member_campaign_id_foreign\` foreign key (\`campaign_id\`) references \`campaign\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`campaign_member_viewer_id_index\` on \`campaign_member\` (\`viewer_id\`);`);
    this.addSql(`create unique index \`campaign_member_campaign_id_persona_id_unique\` on \`campaign_member\` (\`campaign_id\`, \`persona_id\`);`);

    this.addSql(`create table \`homebrew_version\` (\`pack_id\` text not null, \`content_id\` text not null, \`version\` integer not null, \`revision\` integer not null, \`kind\` text not null, \`active\` integer not null, \`content\` blob not null, \`created_at\` datetime not null, primary key (\`pack_id\`, \`content_id\`, \`version\`));`);
    this.addSql(`create index \`homebrew_version_pack_id_revision_index\` on \`homebrew_version\` (\`pack_id\`, \`revision\`);`);

    this.addSql(`create table \`kept_pack\` (\`hash\` text not null primary key, \`pack_id\` text not null, \`version\` text not null, \`content\` blob not null, \`created_at\` datetime not null);`);

    this.addSql(`create table \`segment_switch\` (\`segment_id\` text not null primary key, \`active\` integer not null, \`changed_at\` datetime not null);`);

    this.addSql(`create table \`session\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`campaign_id\` text not null, \`small_model\` text not null, \`large_model\` text not null, \`seed\` text not null, \`seed_commitment\` text not null, \`status\` text not null default 'active', \`ended_at\` datetime null, \`parent_scene_id\` text null, \`ancestors\` json not null default '[]', \`current_scene_id\` text not null, \`scene_index\` integer not null, \`event_sequence\` integer not null, \`lease_turn_id\` text null, \`lease_expires_at\` datetime null, \`lease_fence\` integer not null, \`waiting_turn_id\` text null, constraint \`session_campaign_id_foreign\` foreign key (\`campaign_id\`) references \`campaign\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`session_campaign_id_id_index\` on \`session\` (\`campaign_id\`, \`id\`);`);
    this.addSql(`create index \`session_seed_index\` on \`session\` (\`seed\`);`);

    this.addSql(`create table \`scene\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`turn_id\` text null, \`scene_index\` integer not null, \`narration\` text not null, \`snapshot\` blob not null, \`lore\` blob null, constraint \`scene_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create unique index \`scene_session_id_scene_index_unique\` on \`scene\` (\`session_id\`, \`scene_index\`);`);

    this.addSql(`create table \`narration_version\` (\`scene_id\` text not null, \`version\` integer not null, \`narration\` text not null, \`recording\` blob not null, \`created_at\` datetime not null, primary key (\`scene_id\`, \`version\`), constraint \`narration_version_scene_id_foreign\` foreign key (\`scene_id\`) references \`scene\` (\`id\`) on delete cascade);`);

    this.addSql(`create table \`narration_choice\` (\`scene_id\` text not null, \`ordinal\` integer not null, \`version\` integer not null, \`created_at\` datetime not null, primary key (\`scene_id\`, \`ordinal\`), constraint \`narration_choice_scene_id_foreign\` foreign key (\`scene_id\`) references \`scene\` (\`id\`) on delete cascade);`);

    this.addSql(`create table \`roll_row\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`place\` integer not null, \`body\` json not null, constraint \`roll_row_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create unique index \`roll_row_session_id_place_unique\` on \`roll_row\` (\`session_id\`, \`place\`);`);

    this.addSql(`create table \`relation_row\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`place\` integer not null, \`low\` text not null, \`high\` text not null, \`trust\` integer not null, \`tension\` integer not null, \`closeness\` integer not null, constraint \`relation_row_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create unique index \`relation_row_session_id_place_unique\` on \`relation_row\` (\`session_id\`, \`place\`);`);
    this.addSql(`create unique index \`relation_row_session_id_low_high_place_unique\` on \`relation_row\` (\`session_id\`, \`low\`, \`high\`, \`place\`);`);

    this.addSql(`create table \`queued_history\` (\`id\` integer not null primary key autoincrement, \`session_id\` text not null, \`entry\` blob not null, \`claimed_until\` datetime null, \`created_at\` datetime not null, constraint \`queued_history_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`queued_history_session_id_index\` on \`queued_history\` (\`session_id\`);`);
    this.addSql(`create index \`queued_history_claimed_until_id_index\` on \`queued_history\` (\`claimed_until\`, \`id\`);`);

    this.addSql(`create table \`model_call\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`turn_id\` text not null, \`attempt\` integer not null, \`step\` text not null, \`purpose\` text not null, \`model_key\` text not null, \`provider\` text not null, \`input_tokens\` integer not null, \`output_tokens\` integer not null, \`cache_write_tokens\` integer not null, \`cache_read_tokens\` integer not null, \`cost_usd\` double null, \`first_delta_ms\` integer null, \`duration_ms\` integer not null, \`ending\` text not null, constraint \`model_call_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`model_call_session_id_turn_id_index\` on \`model_call\` (\`session_id\`, \`turn_id\`);`);
    this.addSql(`create index \`model_call_created_at_index\` on \`model_call\` (\`created_at\`);`);

    this.addSql(`create table \`memory_row\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`scene_index\` integer not null, \`ordinal\` integer not null, \`character_id\` text not null, \`kind\` text not null, \`weight\` integer not null default 0, \`observation_id\` text not null default '', \`body\` json not null, constraint \`memory_row_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`memory_row_session_id_character_id_kind_scene_index_ordinal_index\` on \`memory_row\` (\`session_id\`, \`character_id\`, \`kind\`, \`scene_index\`, \`ordinal\`);`);
    this.addSql(`create index \`memory_row_session_id_character_id_weight_scene_index_ordinal_index\` on \`memory_row\` (\`session_id\`, \`character_id\`, \`weight\`, \`scene_index\`, \`ordinal\`);`);
    this.addSql(`create index \`memory_row_session_id_observation_id_index\` on \`memory_row\` (\`session_id\`, \`observation_id\`);`);
    this.addSql(`create unique index \`memory_row_session_id_scene_index_ordinal_unique\` on \`memory_row\` (\`session_id\`, \`scene_index\`, \`ordinal\`);`);

    this.addSql(`create table \`chronicle_entry\` (\`session_id\` text not null, \`event_id\` text not null, \`position\` integer not null default 0, \`scene_index\` integer not null, \`body\` json not null, \`created_at\` datetime not null, primary key (\`session_id\`, \`event_id\`), constraint \`chronicle_entry_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`chronicle_entry_session_id_scene_index_index\` on \`chronicle_entry\` (\`session_id\`, \`scene_index\`);`);
    this.addSql(`create index \`chronicle_entry_session_id_position_index\` on \`chronicle_entry\` (\`session_id\`, \`position\`);`);

    this.addSql(`create table \`action_row\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`place\` integer not null, \`character_id\` text not null, \`action\` text not null, \`intents\` json not null, \`thought\` text not null, constraint \`action_row_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create unique index \`action_row_session_id_place_unique\` on \`action_row\` (\`session_id\`, \`place\`);`);

    this.addSql(`create table \`settle_job\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`scene_index\` integer not null, \`kind\` text not null, \`job_key\` text not null, \`payload\` json not null, \`status\` text not null, \`attempts\` integer not null, \`not_before\` datetime not null, \`claimed_until\` datetime null, \`last_error\` text null, constraint \`settle_job_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`settle_job_status_not_before_index\` on \`settle_job\` (\`status\`, \`not_before\`);`);
    this.addSql(`create unique index \`settle_job_session_id_job_key_unique\` on \`settle_job\` (\`session_id\`, \`job_key\`);`);

    this.addSql(`create table \`summary_row\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`scene_index\` integer not null, \`from_scene_index\` integer not null, \`kind\` text not null, \`subject_id\` text not null, \`text\` text not null, constraint \`summary_row_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`summary_row_session_id_kind_subject_id_scene_index_index\` on \`summary_row\` (\`session_id\`, \`kind\`, \`subject_id\`, \`scene_index\`);`);

    this.addSql(`create table \`turn\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`action_id\` text not null, \`input\` json not null, \`status\` text not null, \`attempt\` integer not null, \`base_scene_id\` text not null, \`scene_id\` text null, \`failure\` json null, \`suspension\` json null, \`answers\` json not null default '[]', \`answer\` json null, \`finished_at\` datetime null, constraint \`turn_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`turn_session_id_id_index\` on \`turn\` (\`session_id\`, \`id\`);`);
    this.addSql(`create index \`turn_status_index\` on \`turn\` (\`status\`);`);
    this.addSql(`create unique index \`turn_session_id_action_id_unique\` on \`turn\` (\`session_id\`, \`action_id\`);`);

    this.addSql(`create table \`turn_event\` (\`session_id\` text not null, \`sequence\` integer not null, \`turn_id\` text null, \`audience\` text not null, \`type\` text not null, \`payload\` json not null, \`created_at\` datetime not null, primary key (\`session_id\`, \`sequence\`), constraint \`turn_event_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);

    this.addSql(`create table \`turn_recording\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`turn_id\` text not null, \`attempt\` integer not null, \`content\` blob not null, constraint \`turn_recording_turn_id_foreign\` foreign key (\`turn_id\`) references \`turn\` (\`id\`) on delete cascade);`);
    this.addSql(`create unique index \`turn_recording_turn_id_attempt_unique\` on \`turn_recording\` (\`turn_id\`, \`attempt\`);`);

    this.addSql(`create table \`viewer_turn\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`viewer_id\` text not null, \`turn_id\` text not null);`);
    this.addSql(`create index \`viewer_turn_viewer_id_created_at_index\` on \`viewer_turn\` (\`viewer_id\`, \`created_at\`);`);
  }

  override down(): void | Promise<void> {

    this.addSql(`drop table if exists \`api_token\`;`);
    this.addSql(`drop table if exists \`campaign\`;`);
    this.addSql(`drop table if exists \`campaign_invitation\`;`);
    this.addSql(`drop table if exists \`campaign_member\`;`);
    this.addSql(`drop table if exists \`homebrew_version\`;`);
    this.addSql(`drop table if exists \`kept_pack\`;`);
    this.addSql(`drop table if exists \`segment_switch\`;`);
    this.addSql(`drop table if exists \`session\`;`);
    this.addSql(`drop table if exists \`scene\`;`);
    this.addSql(`drop table if exists \`narration_version\`;`);
    this.addSql(`drop table if exists \`narration_choice\`;`);
    this.addSql(`drop table if exists \`roll_row\`;`);
    this.addSql(`drop table if exists \`relation_row\`;`);
    this.addSql(`drop table if exists \`queued_history\`;`);
    this.addSql(`drop table if exists \`model_call\`;`);
    this.addSql(`drop table if exists \`memory_row\`;`);
    this.addSql(`drop table if exists \`chronicle_entry\`;`);
    this.addSql(`drop table if exists \`action_row\`;`);
    this.addSql(`drop table if exists \`settle_job\`;`);
    this.addSql(`drop table if exists \`summary_row\`;`);
    this.addSql(`drop table if exists \`turn\`;`);
    this.addSql(`drop table if exists \`turn_event\`;`);
    this.addSql(`drop table if exists \`turn_recording\`;`);
    this.addSql(`drop table if exists \`viewer_turn\`;`);
  }

}
