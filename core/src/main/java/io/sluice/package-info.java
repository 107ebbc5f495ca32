/**
 * The model types of a program that writes to HBase: tables, rows, mutations, cells, and the errors a write can end
 * with.
 *
 * <p>A type that exists in HBase has the same name, method names and parameter order here, so that migrating a program
 * means changing its imports. Of our own packages, these types depend only on {@code io.sluice.internal.cell}.
 */
@NullMarked
package io.sluice;

import org.jspecify.annotations.NullMarked;
