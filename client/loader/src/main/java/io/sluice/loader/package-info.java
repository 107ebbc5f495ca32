/**
 * The loader {@code sluice}: loads files into a table, writes again what failed, prints row keys, shows which regions are
 * hot, and finds out why a cluster does not answer. Here are the commands and their options; the packages below do the work.
 */
@NullMarked
package io.sluice.loader;

import org.jspecify.annotations.NullMarked;
