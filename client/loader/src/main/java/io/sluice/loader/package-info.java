/**
 * The loader {@code sluice}: loads files into a table, rewrites failed rows, prints row keys, shows which regions are
 * hot, and diagnoses why a cluster does not answer. This package has the commands and their options; the packages below
 * do the work.
 */
@NullMarked
package io.sluice.loader;

import org.jspecify.annotations.NullMarked;
