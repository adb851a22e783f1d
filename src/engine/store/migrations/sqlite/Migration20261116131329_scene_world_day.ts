import { Migration } from '@mikro-orm/migrations';

export class Migration20261116131329_scene_world_day extends Migration {

  override name = 'Migration20261116131329_scene_world_day';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`scene\` add column \`world_day\` integer null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table \`scene\` drop column \`world_day\`;`);
  }

}
