/** Tests of the pictures: their geometry and that they are well-formed. */
@NullMarked
package io.sluice.bench.plot;

import org.jspecify.annotations.NullMarked;
