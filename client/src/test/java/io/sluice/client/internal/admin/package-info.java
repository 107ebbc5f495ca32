/** Tests of messages about clusters, against HBase's own classes. */
@NullMarked
package io.sluice.client.internal.admin;

import org.jspecify.annotations.NullMarked;
