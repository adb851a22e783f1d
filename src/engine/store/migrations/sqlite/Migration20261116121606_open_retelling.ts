import { Migration } from '@mikro-orm/migrations';

export class Migration20261116121606_open_retelling extends Migration {

  override name = 'Migration20261116121606_open_retelling';

  override up(): void | Promise<void> {
    this.addSql(`create table \`open_retelling\` (\`id\` text not null primary key, \`session_id\` text not null, \`scene_id\` text not null, \`started_at\` datetime not null, constraint \`open_retelling_session_id_foreign\` foreign key (\`session_id\`) references \`session\` (\`id\`) on delete cascade);`);
    this.addSql(`create index \`open_retelling_session_id_index\` on \`open_retelling\` (\`session_id\`);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`open_retelling\`;`);
  }

}
