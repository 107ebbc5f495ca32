/**
 * Exposes a connection's numbers in Micrometer's registries. The only package that knows Micrometer; its classes are loaded
 * when a registry is bound, so that other programs do not need Micrometer. May use {@code metrics}, {@code pool} and
 * {@code time} of {@code core}, and {@code io.sluice}.
 */
@NullMarked
package io.sluice.client.internal.metrics;

import org.jspecify.annotations.NullMarked;
