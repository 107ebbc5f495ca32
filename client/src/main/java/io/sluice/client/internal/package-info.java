/**
 * Assembles a connection from the engine of {@code core} and the network and registries of this module. The only package
 * that knows all the others.
 */
@NullMarked
package io.sluice.client.internal;

import org.jspecify.annotations.NullMarked;
