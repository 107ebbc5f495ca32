#!/bin/sh
# Moves Java sources from hbase-client's mutators to Sluice: changes the names of types, and prints what is left to do.
#
#   tools/migrate.sh [--check] FILE_OR_FOLDER ...
#
# --check changes nothing. Exit code 0: nothing is left; 1: lines are left, which are printed; 2: bad usage.
# docs/migrating.md says how to change the lines that are left.
set -eu

names() {
    cat <<'EOF'
org.apache.hadoop.conf.Configuration io.sluice.Configuration
org.apache.hadoop.hbase.HBaseConfiguration io.sluice.client.HBaseConfiguration
org.apache.hadoop.hbase.client.AsyncConnection io.sluice.client.AsyncConnection
org.apache.hadoop.hbase.client.Connection io.sluice.client.Connection
org.apache.hadoop.hbase.client.ConnectionFactory io.sluice.client.ConnectionFactory
org.apache.hadoop.hbase.CallDroppedException io.sluice.CallDroppedException
org.apache.hadoop.hbase.CallQueueTooBigException io.sluice.CallQueueTooBigException
org.apache.hadoop.hbase.Cell io.sluice.Cell
org.apache.hadoop.hbase.CellBuilder io.sluice.CellBuilder
org.apache.hadoop.hbase.CellBuilderFactory io.sluice.CellBuilderFactory
org.apache.hadoop.hbase.CellBuilderType io.sluice.CellBuilderType
org.apache.hadoop.hbase.CellUtil io.sluice.CellUtil
org.apache.hadoop.hbase.DoNotRetryIOException io.sluice.DoNotRetryIOException
org.apache.hadoop.hbase.HBaseIOException io.sluice.HBaseIOException
org.apache.hadoop.hbase.HBaseServerException io.sluice.HBaseServerException
org.apache.hadoop.hbase.HConstants io.sluice.HConstants
org.apache.hadoop.hbase.KeyValue io.sluice.KeyValue
org.apache.hadoop.hbase.NotServingRegionException io.sluice.NotServingRegionException
org.apache.hadoop.hbase.RegionTooBusyException io.sluice.RegionTooBusyException
org.apache.hadoop.hbase.ServerName io.sluice.ServerName
org.apache.hadoop.hbase.TableName io.sluice.TableName
org.apache.hadoop.hbase.TableNotEnabledException io.sluice.TableNotEnabledException
org.apache.hadoop.hbase.TableNotFoundException io.sluice.TableNotFoundException
org.apache.hadoop.hbase.client.Append io.sluice.Append
org.apache.hadoop.hbase.client.AsyncBufferedMutator io.sluice.AsyncBufferedMutator
org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder io.sluice.AsyncBufferedMutatorBuilder
org.apache.hadoop.hbase.client.Attributes io.sluice.Attributes
org.apache.hadoop.hbase.client.BufferedMutator io.sluice.BufferedMutator
org.apache.hadoop.hbase.client.BufferedMutatorParams io.sluice.BufferedMutatorParams
org.apache.hadoop.hbase.client.Delete io.sluice.Delete
org.apache.hadoop.hbase.client.Durability io.sluice.Durability
org.apache.hadoop.hbase.client.Increment io.sluice.Increment
org.apache.hadoop.hbase.client.Mutation io.sluice.Mutation
org.apache.hadoop.hbase.client.OperationWithAttributes io.sluice.OperationWithAttributes
org.apache.hadoop.hbase.client.Put io.sluice.Put
org.apache.hadoop.hbase.client.RetriesExhaustedException io.sluice.RetriesExhaustedException
org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException io.sluice.RetriesExhaustedWithDetailsException
org.apache.hadoop.hbase.client.Row io.sluice.Row
org.apache.hadoop.hbase.client.RowMutations io.sluice.RowMutations
org.apache.hadoop.hbase.client.WrongRowIOException io.sluice.WrongRowIOException
org.apache.hadoop.hbase.exceptions.DeserializationException io.sluice.DeserializationException
org.apache.hadoop.hbase.exceptions.FailedSanityCheckException io.sluice.FailedSanityCheckException
org.apache.hadoop.hbase.exceptions.RegionMovedException io.sluice.RegionMovedException
org.apache.hadoop.hbase.exceptions.RegionOpeningException io.sluice.RegionOpeningException
org.apache.hadoop.hbase.exceptions.RequestTooBigException io.sluice.RequestTooBigException
org.apache.hadoop.hbase.ipc.CallTimeoutException io.sluice.CallTimeoutException
org.apache.hadoop.hbase.ipc.ServerNotRunningYetException io.sluice.ServerNotRunningYetException
org.apache.hadoop.hbase.quotas.RpcThrottlingException io.sluice.RpcThrottlingException
org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException io.sluice.NoSuchColumnFamilyException
org.apache.hadoop.hbase.regionserver.RegionServerAbortedException io.sluice.RegionServerAbortedException
org.apache.hadoop.hbase.regionserver.RegionServerStoppedException io.sluice.RegionServerStoppedException
org.apache.hadoop.hbase.regionserver.WrongRegionException io.sluice.WrongRegionException
org.apache.hadoop.hbase.security.AccessDeniedException io.sluice.AccessDeniedException
org.apache.hadoop.hbase.security.access.Permission io.sluice.Permission
org.apache.hadoop.hbase.security.visibility.CellVisibility io.sluice.CellVisibility
org.apache.hadoop.hbase.util.Bytes io.sluice.Bytes
EOF
}

# Calls of hbase-client that have no counterpart, or one elsewhere: docs/migrating.md, "Methods".
left='org\.apache\.hadoop|\.(getTable|getAdmin|getRegionLocator|getTableBuilder|abort|setTimeRange|toJSON'
left="$left"'|opertationTimeout|implementationClassName|setWriteBufferPeriodicFlushTimerTickMs'
left="$left"'|setWriteBufferPeriodicFlushTimerTick)\(|(^|[^A-Za-z0-9_])Permission\.newBuilder\([^)]'

# Static members that Sluice has, by type; uses of other members of these types are reported.
members() {
    cat <<'EOF'
io.sluice.Bytes BYTES_COMPARATOR SIZEOF_BOOLEAN SIZEOF_BYTE SIZEOF_CHAR SIZEOF_DOUBLE SIZEOF_FLOAT
io.sluice.Bytes SIZEOF_INT SIZEOF_LONG SIZEOF_SHORT add binarySearch compareTo contains copy
io.sluice.Bytes createMaxByteArray equals findCommonPrefix fromHex getBytes getUtf8ByteArrays
io.sluice.Bytes hashCode head incrementBytes indexOf isSorted iterateOnSplits len mapKey multiple
io.sluice.Bytes padHead padTail putAsShort putByte putByteBuffer putBytes putDouble putFloat putInt
io.sluice.Bytes putLong putShort split startsWith tail toArray toBigDecimal toBinaryByteArrays
io.sluice.Bytes toBinaryFromHex toBoolean toByteArrays toBytes toBytesBinary toDouble toFloat toHex
io.sluice.Bytes toInt toLong toShort toString toStringBinary unsignedCopyAndIncrement zero
io.sluice.HConstants EMPTY_BYTE_ARRAY EMPTY_END_ROW EMPTY_START_ROW LATEST_TIMESTAMP MAX_ROW_LENGTH PRIORITY_UNSET
io.sluice.CellUtil cloneFamily cloneQualifier cloneRow cloneValue matchingColumn matchingFamily
io.sluice.CellUtil matchingQualifier matchingRow matchingValue
io.sluice.TableName META_TABLE_NAME NAMESPACE_DELIM valueOf
io.sluice.ServerName NON_STARTCODE valueOf
io.sluice.client.HBaseConfiguration create describeSources merge
io.sluice.client.ConnectionFactory createAsyncConnection createConnection
io.sluice.CellBuilderFactory create
EOF
}

# Prints the lines of a migrated file that still have to be changed, each with its number.
left() {
    known=
    if grep -q 'io\.sluice\.' "$1"; then
        known=$work/members
    fi
    LEFT="$left" KNOWN="$known" awk '
        BEGIN {
            left = ENVIRON["LEFT"]
            while (ENVIRON["KNOWN"] != "" && (getline entry < ENVIRON["KNOWN"]) > 0) {
                count = split(entry, words, " ")
                simple = words[1]
                sub(/.*[.]/, "", simple)
                types = types (types == "" ? "" : "|") simple
                for (i = 2; i <= count; i++) here[simple "." words[i]] = 1
            }
            member = "(^|[^A-Za-z0-9_])(" types ")[.][A-Za-z_][A-Za-z0-9_]*"
        }
        function unknown(line,    use) {
            while (types != "" && match(line, member)) {
                use = substr(line, RSTART, RLENGTH)
                line = substr(line, RSTART + RLENGTH)
                sub(/^[^A-Za-z0-9_]/, "", use)
                if (use !~ /[.]class$/ && !(use in here)) return 1
            }
            return 0
        }
        $0 ~ left || unknown($0) { print FNR ":" $0 }
    ' "$1"
}

usage() {
    sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

check=0
[ "${1:-}" = --check ] && { check=1; shift; }
[ $# -gt 0 ] || usage
for path in "$@"; do
    [ -e "$path" ] || { echo "There is no $path" >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A name ends where no letter, digit or underscore follows, so Put does not change PutBuilder. Twice, for two in a row.
names | while read -r old new; do
    escaped=$(printf '%s' "$old" | sed 's/\./\\./g')
    printf 's/%s\\([^A-Za-z0-9_]\\)/%s\\1/g\n' "$escaped" "$new"
    printf 's/%s$/%s/\n' "$escaped" "$new"
done >"$work/names.sed"
cat >>"$work/names.sed" <<'EOF'
s/^\( *\)import  *org\.apache\.hadoop\.hbase\.client\.\*;/\1import io.sluice.*;\
\1import io.sluice.client.*;/
s/^\( *\)import  *org\.apache\.hadoop\.hbase\.\*;/\1import io.sluice.*;\
\1import io.sluice.client.*;/
s/^\( *\)import  *org\.apache\.hadoop\.hbase\.util\.\*;/\1import io.sluice.*;/
s/^\( *\)import  *org\.apache\.hadoop\.hbase\.exceptions\.\*;/\1import io.sluice.*;/
s/^\( *\)import  *org\.apache\.hadoop\.hbase\.ipc\.\*;/\1import io.sluice.*;/
s/^\( *\)import  *org\.apache\.hadoop\.hbase\.quotas\.\*;/\1import io.sluice.*;/
s/^\( *\)import  *org\.apache\.hadoop\.hbase\.regionserver\.\*;/\1import io.sluice.*;/
s/^\( *\)import  *org\.apache\.hadoop\.hbase\.security\.\*;/\1import io.sluice.*;/
s/^\( *\)import  *org\.apache\.hadoop\.hbase\.security\.access\.\*;/\1import io.sluice.*;/
s/^\( *\)import  *org\.apache\.hadoop\.hbase\.security\.visibility\.\*;/\1import io.sluice.*;/
s/^\( *\)import  *org\.apache\.hadoop\.conf\.\*;/\1import io.sluice.*;/
EOF

members >"$work/members"

status=0
find "$@" -type f -name '*.java' | sort >"$work/files"
while IFS= read -r file; do
    sed -f "$work/names.sed" "$file" >"$work/new"
    if ! cmp -s "$file" "$work/new"; then
        echo "changed  $file"
        # Into the file, not over it: its owner and mode stay.
        [ $check = 1 ] || cat "$work/new" >"$file"
    fi
    left "$work/new" >"$work/left"
    if [ -s "$work/left" ]; then
        status=1
        while IFS= read -r line; do
            echo "left     $file:$line"
        done <"$work/left"
    fi
done <"$work/files"
exit $status
