export function accessDenied(streamArn: string): string {
  return `Cannot access stream ${streamArn}. Please ensure the role can perform the GetRecords, GetShardIterator, DescribeStream, and ListStreams Actions on your stream in IAM.`
}
