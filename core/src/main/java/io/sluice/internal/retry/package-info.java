/**
 * What an error means and when to try again. Depends on {@code io.sluice} only.
 */
@NullMarked
package io.sluice.internal.retry;

import org.jspecify.annotations.NullMarked;
