/** The tokens of the control protocol, which parent and child both need. Depends on the JDK only. */
@NullMarked
package io.sluice.embedded.internal;

import org.jspecify.annotations.NullMarked;
