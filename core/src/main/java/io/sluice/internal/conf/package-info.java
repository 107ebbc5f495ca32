/**
 * Parts of {@link io.sluice.Configuration}: the reader of Hadoop's configuration XML and the replacement of variables. Knows
 * no configuration key. May use the JDK only.
 */
@NullMarked
package io.sluice.internal.conf;

import org.jspecify.annotations.NullMarked;
