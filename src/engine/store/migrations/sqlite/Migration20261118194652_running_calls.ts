import { Migration } from '@mikro-orm/migrations';

export class Migration20261118194652_running_calls extends Migration {

  override name = 'Migration20261118194652_running_calls';

  override up(): void | Promise<void> {
    this.addSql(`create table \`call_reservation\` (\`id\` text not null primary key, \`created_at\` datetime not null, \`session_id\` text null, \`viewer_id\` text null, \`usd\` double not null, \`expires_at\` datetime not null);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists \`call_reservation\`;`);
  }

}
