/** Sluice at the end of a pipeline of Reactor's. */
@NullMarked
package io.sluice.examples.reactor;

import org.jspecify.annotations.NullMarked;
