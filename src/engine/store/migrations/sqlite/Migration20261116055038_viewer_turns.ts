import { Migration } from '@mikro-orm/migrations';

export class Migration20261116055038_viewer_turns extends Migration {

  override name = 'Migration20261116055038_viewer_turns';

  override up(): void | Promise<void> {
    this.addSql(`create table \`viewer_turn\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`viewer_id\` text not null, \`turn_id\` text not null);`);
    this.addSql(`create index \`viewer_turn_viewer_id_created_at_index\` on \`viewer_turn\` (\`viewer_id\`, \`created_at\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`viewer_turn\`;`);
  }

}
