/**
 * From a full buffer to acknowledged mutations: a batch is located, grouped by server and region, and sent; failed mutations
 * are sent again. May use {@code flow}, {@code roworder}, {@code locate}, {@code retry}, {@code memory}, {@code metrics},
 * {@code time}, {@code cell}, {@code jfr}, {@code trace} and {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.batch;

import org.jspecify.annotations.NullMarked;
