import { Migration } from '@mikro-orm/migrations';

export class Migration20261119061408_viewer_usage extends Migration {

  override name = 'Migration20261119061408_viewer_usage';

  override up(): void | Promise<void> {
    this.addSql(`alter table "server_node" add "usage" jsonb null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "server_node" drop column "usage";`);
  }

}
