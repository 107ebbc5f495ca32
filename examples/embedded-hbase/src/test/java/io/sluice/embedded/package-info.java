/** Tests of the embedded HBase. */
@NullMarked
package io.sluice.embedded;

import org.jspecify.annotations.NullMarked;
