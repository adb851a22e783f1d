import { Migration } from '@mikro-orm/migrations';

export class Migration20261116044615_initial extends Migration {

  override name = 'Migration20261116044615_initial';

  override up(): void | Promise<void> {
    this.addSql(`create table \`campaign\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`name\` text not null, \`entry_point_id\` text not null, \`packs\` json not null, \`prompt_pins\` json not null);`);

    this.addSql(`create table \`homebrew_version\` (\`pack_id\` text not null, \`content_id\` text not null, \`version\` integer not null, \`revision\` integer not null, \`kind\` text not null, \`active\` integer not null, \`content\` blob not null, \`created_at\` datetime not null, primary key (\`pack_id\`, \`content_id\`, \`version\`));`);
    this.addSql(`create index \`homebrew_version_pack_id_revision_index\` on \`homebrew_version\` (\`pack_id\`, \`revision\`);`);

    this.addSql(`create table \`kept_pack\` (\`hash\` text not null primary key, \`pack_id\` text not null, \`version\` text not null, \`content\` blob not null, \`created_at\` datetime not null);`);

    this.addSql(`create table \`segment_switch\` (\`segment_id\` text not null primary key, \`active\` integer not null, \`changed_at\` datetime not null);`);

    this.addSql(`create table \`session\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`campaign_id\` text not null, \`small_model\` text not null, \`large_model\` text not null, \`seed\` text not null, \`seed_commitment\` text not null, \`current_scene_id\` text not null, \`scene_index\` integer not null, \`event_sequence\` integer not null, \`lease_turn_id\` text null, \`lease_expires_at\` datetime null, \`lease_fence\` integer not null, constraint \`session_campaign_id_foreign\` foreign key (\`campaign_id\`) references \`campaign\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`session_campaign_id_id_index\` on \`session\` (\`campaign_id\`, \`id\`);`);

    this.addSql(`create table \`scene\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`turn_id\` text null, \`scene_index\` integer not null, \`narration\` text not null, \`snapshot\` blob not null, constraint \`scene_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create unique index \`scene_session_id_scene_index_unique\` on \`scene\` (\`session_id\`, \`scene_index\`);`);

    this.addSql(`create table \`model_call\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`turn_id\` text not null, \`attempt\` integer not null, \`step\` text not null, \`purpose\` text not null, \`model_key\` text not null, \`provider\` text not null, \`input_tokens\` integer not null, \`output_tokens\` integer not null, \`cache_write_tokens\` integer not null, \`cache_read_tokens\` integer not null, \`cost_usd\` double null, \`first_delta_ms\` integer null, \`duration_ms\` integer not null, \`ending\` text not null, constraint \`model_call_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`model_call_session_id_turn_id_index\` on \`model_call\` (\`session_id\`, \`turn_id\`);`);
    this.addSql(`create index \`model_call_created_at_index\` on \`model_call\` (\`created_at\`);`);

    this.addSql(`create table \`memory_row\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`scene_index\` integer not null, \`ordinal\` integer not null, \`character_id\` text not null, \`kind\` text not null, \`body\` json not null, constraint \`memory_row_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create unique index \`memory_row_session_id_scene_index_ordinal_unique\` on \`memory_row\` (\`session_id\`, \`scene_index\`, \`ordinal\`);`);

    this.addSql(`create table \`chronicle_entry\` (\`session_id\` text not null, \`event_id\` text not null, \`scene_index\` integer not null, \`body\` json not null, \`created_at\` datetime not null, primary key (\`session_id\`, \`event_id\`), constraint \`chronicle_entry_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`chronicle_entry_session_id_scene_index_index\` on \`chronicle_entry\` (\`session_id\`, \`scene_index\`);`);

    this.addSql(`create table \`turn\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`action_id\` text not null, \`input\` json not null, \`status\` text not null, \`attempt\` integer not null, \`base_scene_id\` text not null, \`scene_id\` text null, \`failure\` json null, \`finished_at\` datetime null, constraint \`turn_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`turn_session_id_id_index\` on \`turn\` (\`session_id\`, \`id\`);`);
    this.addSql(`create index \`turn_status_index\` on \`turn\` (\`status\`);`);
    this.addSql(`create unique index \`turn_session_id_action_id_unique\` on \`turn\` (\`session_id\`, \`action_id\`);`);

    this.addSql(`create table \`turn_event\` (\`session_id\` text not null, \`sequence\` integer not null, \`turn_id\` text null, \`audience\` text not null, \`type\` text not null, \`payload\` json not null, \`created_at\` datetime not null, primary key (\`session_id\`, \`sequence\`), constraint \`turn_event_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);

    this.addSql(`create table \`turn_recording\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`turn_id\` text not null, \`attempt\` integer not null, \`content\` blob not null, constraint \`turn_recording_turn_id_foreign\` foreign key (\`turn_id\`) references \`turn\` (\`id\`) on delete cascade);`);
    this.addSql(`create unique index \`turn_recording_turn_id_attempt_unique\` on \`turn_recording\` (\`turn_id\`, \`attempt\`);`);
  }

  override down(): void | Promise<void> {

    this.addSql(`drop table if exists \`campaign\`;`);
    this.addSql(`drop table if exists \`homebrew_version\`;`);
    this.addSql(`drop table if exists \`kept_pack\`;`);
    this.addSql(`drop table if exists \`segment_switch\`;`);
    this.addSql(`drop table if exists \`session\`;`);
    this.addSql(`drop table if exists \`scene\`;`);
    this.addSql(`drop table if exists \`model_call\`;`);
    this.addSql(`drop table if exists \`memory_row\`;`);
    this.addSql(`drop table if exists \`chronicle_entry\`;`);
    this.addSql(`drop table if exists \`turn\`;`);
    this.addSql(`drop table if exists \`turn_event\`;`);
    this.addSql(`drop table if exists \`turn_recording\`;`);
  }

}
