/** Programs written for hbase-client, as they are: {@code tools/migrate.sh} moves copies of them. */
@NullMarked
package io.sluice.client.migration.programs;

import org.jspecify.annotations.NullMarked;
