/** Tests of {@code tools/migrate.sh}. */
@NullMarked
package io.sluice.client.migration;

import org.jspecify.annotations.NullMarked;
