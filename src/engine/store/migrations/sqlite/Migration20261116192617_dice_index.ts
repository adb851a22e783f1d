import { Migration } from '@mikro-orm/migrations';

export class Migration20261116192617_dice_index extends Migration {

  override name = 'Migration20261116192617_dice_index';

  override up(): void | Promise<void> {
    this.addSql(`alter table \`session\` add column \`dice_index\` integer null;`);

    this.addSql(`alter table \`scene\` add column \`dice_index\` integer null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table \`scene\` drop column \`dice_index\`;`);

    this.addSql(`alter table \`session\` drop column \`dice_index\`;`);
  }

}
