/** Finds out which regions of a table get the writes. Depends on the client's public packages. */
@NullMarked
package io.sluice.loader.regions;

import org.jspecify.annotations.NullMarked;
