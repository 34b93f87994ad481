import { Overview } from "@/components/admin/overview/overview";

export default function AdminPage() {
  return <Overview />;
}
