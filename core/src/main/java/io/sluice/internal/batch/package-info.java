/**
 * From a full buffer to acknowledged mutations: a batch is located, grouped by server and region, sent, and what fails
 * is sent again. May use {@code locate}, {@code retry}, {@code memory}, {@code metrics}, {@code time} and {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.batch;

import org.jspecify.annotations.NullMarked;
