import { Migration } from '@mikro-orm/migrations';

export class Migration20261116040417_authored_content extends Migration {

  override name = 'Migration20261116040417_authored_content';

  override up(): void | Promise<void> {
    this.addSql(`create table \`homebrew_version\` (\`pack_id\` text not null, \`content_id\` text not null, \`version\` integer not null, \`revision\` integer not null, \`kind\` text not null, \`active\` integer not null, \`content\` blob not null, \`created_at\` datetime not null, primary key (\`pack_id\`, \`content_id\`, \`version\`));`);
    this.addSql(`create index \`homebrew_version_pack_id_revision_index\` on \`homebrew_version\` (\`pack_id\`, \`revision\`);`);

    this.addSql(`create table \`kept_pack\` (\`hash\` text not null primary key, \`pack_id\` text not null, \`version\` text not null, \`content\` blob not null, \`created_at\` datetime not null);`);

    this.addSql(`create table \`segment_switch\` (\`segment_id\` text not null primary key, \`active\` integer not null, \`changed_at\` datetime not null);`);

    this.addSql(`create table \`memory_row\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text not null, \`scene_index\` integer not null, \`ordinal\` integer not null, \`character_id\` text not null, \`kind\` text not null, \`body\` json not null, constraint \`memory_row_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create unique index \`memory_row_session_id_scene_index_ordinal_unique\` on \`memory_row\` (\`session_id\`, \`scene_index\`, \`ordinal\`);`);

    this.addSql(`create table \`chronicle_entry\` (\`session_id\` text not null, \`event_id\` text not null, \`scene_index\` integer not null, \`body\` json not null, \`created_at\` datetime not null, primary key (\`session_id\`, \`event_id\`), constraint \`chronicle_entry_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`chronicle_entry_session_id_scene_index_index\` on \`chronicle_entry\` (\`session_id\`, \`scene_index\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`homebrew_version\`;`);
    this.addSql(`drop table if exists \`kept_pack\`;`);
    this.addSql(`drop table if exists \`segment_switch\`;`);
    this.addSql(`drop table if exists \`memory_row\`;`);
    this.addSql(`drop table if exists \`chronicle_entry\`;`);
  }

}
