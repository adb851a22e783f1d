import { Migration } from '@mikro-orm/migrations';

export class Migration20261118162953_chat_answers extends Migration {

  override name = 'Migration20261118162953_chat_answers';

  override up(): void | Promise<void> {
    this.addSql(`create table \`chat_answer\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`viewer_id\` text not null, \`request\` text not null, \`session_id\` text not null, \`turn_id\` text not null, \`scene_id\` text null, \`version\` integer null, \`text\` text null, \`text_start\` text null, \`delivered_at\` datetime null);`);
    this.addSql(`create index \`chat_answer_viewer_id_request_index\` on \`chat_answer\` (\`viewer_id\`, \`request\`);`);
    this.addSql(`create index \`chat_answer_viewer_id_text_start_index\` on \`chat_answer\` (\`viewer_id\`, \`text_start\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`chat_answer\`;`);
  }

}
