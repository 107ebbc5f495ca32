/**
 * The code that the loader and the connectors for engines share: the mapping of records to rows, the names of settings,
 * the handling of records that cannot be written, counts, and a writer that never waits. Depends only on the public
 * packages of Sluice, and Jackson for dead letters.
 */
@NullMarked
package io.sluice.connectors;

import org.jspecify.annotations.NullMarked;
