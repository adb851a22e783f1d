import { Migration } from '@mikro-orm/migrations';

export class Migration20261116055420_rows_of_a_turn extends Migration {

  override name = 'Migration20261116055420_rows_of_a_turn';

  override up(): void | Promise<void> {
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

    this.addSql(`create table \`action_row\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`place\` integer not null, \`character_id\` text not null, \`action\` text not null, \`intents\` json not null, \`thought\` text not null, constraint \`action_row_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create unique index \`action_row_session_id_place_unique\` on \`action_row\` (\`session_id\`, \`place\`);`);

    this.addSql(`create table \`settle_job\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`scene_index\` integer not null, \`kind\` text not null, \`job_key\` text not null, \`payload\` json not null, \`status\` text not null, \`attempts\` integer not null, \`not_before\` datetime not null, \`claimed_until\` datetime null, \`last_error\` text null, constraint \`settle_job_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`settle_job_status_not_before_index\` on \`settle_job\` (\`status\`, \`not_before\`);`);
    this.addSql(`create unique index \`settle_job_session_id_job_key_unique\` on \`settle_job\` (\`session_id\`, \`job_key\`);`);

    this.addSql(`create table \`summary_row\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`scene_index\` integer not null, \`from_scene_index\` integer not null, \`kind\` text not null, \`subject_id\` text not null, \`text\` text not null, constraint \`summary_row_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`summary_row_session_id_kind_subject_id_scene_index_index\` on \`summary_row\` (\`session_id\`, \`kind\`, \`subject_id\`, \`scene_index\`);`);

    this.addSql(`alter table \`session\` add column \`status\` text not null default 'active';`);
    this.addSql(`alter table \`session\` add column \`ended_at\` datetime null;`);
    this.addSql(`alter table \`session\` add column \`parent_scene_id\` text null;`);
    this.addSql(`alter table \`session\` add column \`ancestors\` json not null default '[]';`);
    this.addSql(`alter table \`session\` add column \`waiting_turn_id\` text null;`);
    this.addSql(`create index \`session_seed_index\` on \`session\` (\`seed\`);`);

    this.addSql(`alter table \`scene\` add column \`lore\` blob null;`);

    this.addSql(`alter table \`memory_row\` add column \`weight\` integer not null default 0;`);
    this.addSql(`alter table \`memory_row\` add column \`observation_id\` text not null default '';`);
    this.addSql(`create index \`memory_row_session_id_character_id_kind_scene_index_ordinal_index\` on \`memory_row\` (\`session_id\`, \`character_id\`, \`kind\`, \`scene_index\`, \`ordinal\`);`);
    this.addSql(`create index \`memory_row_session_id_character_id_weight_scene_index_ordinal_index\` on \`memory_row\` (\`session_id\`, \`character_id\`, \`weight\`, \`scene_index\`, \`ordinal\`);`);
    this.addSql(`create index \`memory_row_session_id_observation_id_index\` on \`memory_row\` (\`session_id\`, \`observation_id\`);`);

    this.addSql(`alter table \`chronicle_entry\` add column \`position\` integer not null default 0;`);
    this.addSql(`create index \`chronicle_entry_session_id_position_index\` on \`chronicle_entry\` (\`session_id\`, \`position\`);`);

    this.addSql(`alter table \`turn\` add column \`suspension\` json null;`);
    this.addSql(`alter table \`turn\` add column \`answers\` json not null default '[]';`);
    this.addSql(`alter table \`turn\` add column \`answer\` json null;`);

    // Rows from before: what the new columns say of them is in their bodies.
    this.addSql(`update \`chronicle_entry\` set \`position\` = cast(substr(\`event_id\`, 5) as integer);`);
    this.addSql(`update \`memory_row\` set \`observation_id\` = coalesce(json_extract(\`body\`, '$.observationId'), \`id\`), \`weight\` = coalesce(json_extract(\`body\`, '$.importance'), json_extract(\`body\`, '$.change.importance'), 0);`);
    this.addSql(`update \`turn\` set \`input\` = json_set(\`input\`, '$.personaId', null, '$.choiceKey', null, '$.mode', 'STORY') where json_extract(\`input\`, '$.kind') = 'story';`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`narration_version\`;`);
    this.addSql(`drop table if exists \`narration_choice\`;`);
    this.addSql(`drop table if exists \`roll_row\`;`);
    this.addSql(`drop table if exists \`relation_row\`;`);
    this.addSql(`drop table if exists \`queued_history\`;`);
    this.addSql(`drop table if exists \`action_row\`;`);
    this.addSql(`drop table if exists \`settle_job\`;`);
    this.addSql(`drop table if exists \`summary_row\`;`);

    this.addSql(`drop index \`chronicle_entry_session_id_position_index\`;`);
    this.addSql(`alter table \`chronicle_entry\` drop column \`position\`;`);

    this.addSql(`drop index \`memory_row_session_id_character_id_kind_scene_index_ordinal_index\`;`);
    this.addSql(`drop index \`memory_row_session_id_character_id_weight_scene_index_ordinal_index\`;`);
    this.addSql(`drop index \`memory_row_session_id_observation_id_index\`;`);
    this.addSql(`alter table \`memory_row\` drop column \`weight\`;`);
    this.addSql(`alter table \`memory_row\` drop column \`observation_id\`;`);

    this.addSql(`alter table \`scene\` drop column \`lore\`;`);

    this.addSql(`drop index \`session_seed_index\`;`);
    this.addSql(`alter table \`session\` drop column \`status\`;`);
    this.addSql(`alter table \`session\` drop column \`ended_at\`;`);
    this.addSql(`alter table \`session\` drop column \`parent_scene_id\`;`);
    this.addSql(`alter table \`session\` drop column \`ancestors\`;`);
    this.addSql(`alter table \`session\` drop column \`waiting_turn_id\`;`);

    this.addSql(`alter table \`turn\` drop column \`suspension\`;`);
    this.addSql(`alter table \`turn\` drop column \`answers\`;`);
    this.addSql(`alter table \`turn\` drop column \`answer\`;`);
  }

}
