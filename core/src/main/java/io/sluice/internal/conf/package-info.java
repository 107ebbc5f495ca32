/**
 * What {@link io.sluice.Configuration} is made of: the reader of Hadoop's configuration XML, the replacement of variables
 * and the writing of time spans. Knows no configuration key. May use the JDK only.
 */
@NullMarked
package io.sluice.internal.conf;

import org.jspecify.annotations.NullMarked;
