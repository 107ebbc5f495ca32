/**
 * What the loader and the connectors for engines share: how a record becomes a row, the names of settings, what happens
 * to records that cannot be written, counts, and a writer that never waits. Depends only on the public packages of
 * Sluice, and Jackson for dead letters.
 */
@NullMarked
package io.sluice.connectors;

import org.jspecify.annotations.NullMarked;
