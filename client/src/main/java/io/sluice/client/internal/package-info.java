/**
 * Puts a connection together: the engine of {@code core} on the network and the registries of this module. The only
 * package that knows all the others.
 */
@NullMarked
package io.sluice.client.internal;

import org.jspecify.annotations.NullMarked;
