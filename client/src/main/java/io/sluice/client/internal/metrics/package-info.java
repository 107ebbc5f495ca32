/**
 * Shows a connection's numbers to a Micrometer registry. The only package that knows Micrometer; its classes are loaded when a
 * registry is bound, so that a program that binds none needs no Micrometer. May use {@code metrics} and {@code pool} of
 * {@code core}, and {@code io.sluice}.
 */
@NullMarked
package io.sluice.client.internal.metrics;

import org.jspecify.annotations.NullMarked;
