-- Somebody who looks and changes nothing.
alter table operator_roles drop constraint operator_role, add constraint operator_role check (role in ('owner', 'admin', 'moderator', 'viewer'));
alter table operator_invitations drop constraint invitation_role, add constraint invitation_role check (role in ('owner', 'admin', 'moderator', 'viewer'));
