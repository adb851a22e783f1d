import { Migration } from '@mikro-orm/migrations';

export class Migration20261118162953_chat_answers extends Migration {

  override name = 'Migration20261118162953_chat_answers';

  override up(): void | Promise<void> {
    this.addSql(`create table "chat_answer" ("id" varchar(36) not null, "created_at" timestamptz(3) not null, "viewer_id" varchar(200) not null, "request" varchar(64) not null, "session_id" varchar(36) not null, "turn_id" varchar(36) not null, "scene_id" varchar(36) null, "version" int null, "text" varchar(64) null, "text_start" varchar(64) null, "delivered_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`create index "chat_answer_viewer_id_request_index" on "chat_answer" ("viewer_id", "request");`);
    this.addSql(`create index "chat_answer_viewer_id_text_start_index" on "chat_answer" ("viewer_id", "text_start");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "chat_answer" cascade;`);
  }

}
