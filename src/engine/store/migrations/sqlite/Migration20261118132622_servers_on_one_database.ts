import { Migration } from '@mikro-orm/migrations';

export class Migration20261118132622_servers_on_one_database extends Migration {

  override name = 'Migration20261118132622_servers_on_one_database';

  override up(): void | Promise<void> {
    this.addSql(`create table \`server_node\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`seen_at\` datetime not null, \`version\` text not null, \`host\` text not null, \`packs_hash\` text not null, \`prompts_hash\` text not null);`);

    this.addSql(`create table \`logged_history\` (\`id\` integer not null primary key autoincrement, \`session_id\` text not null, \`entry\` blob not null, \`created_at\` datetime not null, constraint \`logged_history_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`logged_history_session_id_id_index\` on \`logged_history\` (\`session_id\`, \`id\`);`);

    this.addSql(`create table \`kept_reply\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`turn_id\` text not null, \`prompt_hash\` text not null, \`reply\` blob not null, constraint \`kept_reply_turn_id_foreign\` foreign key (\`turn_id\`) references \`turn\` (\`id\`) on delete cascade);`);
    this.addSql(`create unique index \`kept_reply_turn_id_prompt_hash_unique\` on \`kept_reply\` (\`turn_id\`, \`prompt_hash\`);`);

    this.addSql(`drop table if exists \`queued_history\`;`);
    // What was indexed before has left the queue: it is made anew for the log, with what still waited in it.
    this.addSql(`insert into \`settle_job\` (\`id\`, \`created_at\`, \`session_id\`, \`scene_index\`, \`kind\`, \`job_key\`, \`payload\`, \`status\`, \`attempts\`, \`not_before\`) select lower(hex(randomblob(16))), unixepoch() * 1000, \`id\`, \`scene_index\`, 'history', 'history:log', '{}', 'waiting', 0, unixepoch() * 1000 from \`session\` where \`scene_index\` > 0;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`create table \`queued_history\` (\`claimed_until\` datetime null, \`created_at\` datetime not null, \`entry\` blob not null, \`id\` integer not null primary key autoincrement, \`session_id\` text not null, constraint \`queued_history_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`queued_history_claimed_until_id_index\` on \`queued_history\` (\`claimed_until\`, \`id\`);`);
    this.addSql(`create index \`queued_history_session_id_index\` on \`queued_history\` (\`session_id\`);`);

    this.addSql(`delete from \`settle_job\` where \`job_key\` = 'history:log';`);
    this.addSql(`drop table if exists \`server_node\`;`);
    this.addSql(`drop table if exists \`logged_history\`;`);
    this.addSql(`drop table if exists \`kept_reply\`;`);
  }

}
