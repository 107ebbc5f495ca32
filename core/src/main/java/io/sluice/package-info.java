/**
 * The words of a program that writes to HBase: tables, rows, mutations, cells, and the errors a write can end with.
 *
 * <p>A type that exists in HBase has its name, method names and parameter order here too, so that a program moves by
 * changing its imports. Of our own packages the words of a row depend on {@code io.sluice.internal.cell} only.
 */
@NullMarked
package io.sluice;

import org.jspecify.annotations.NullMarked;
